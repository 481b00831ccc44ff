from kivy.lang.builder import Builder as Builder

// A gauge for a printed slot, before any electronics: as wide and thick as the largest card, with a
// small hole at each sensor. It falls into a good slot by its own weight, and its holes are in the
// middle of the comb's wells.

module gauge() {
    difference() {
        hull() for (x = [card_corner, slot_width - 0.4 - card_corner], z = [card_corner, 45])
            translate([x, z, 0]) cylinder(r = card_corner, h = slot_gap - 0.3);
        for (cell = [1 : cells]) translate([(slot_width - 0.4) / 2 + cell_x(cell) - middle, sensor_height, -1]) cylinder(d = 2, h = slot_gap + 2);
        translate([(slot_width - 0.4) / 2, 34, -1]) cylinder(d = 16, h = slot_gap + 2);
    }
}

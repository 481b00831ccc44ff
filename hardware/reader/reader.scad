// The card reader's printed parts. Choose one and export it; it is oriented for printing. All
// measures are in dimensions.scad, which is made from hardware/reader.toml.
//
//     openscad -o slot.stl -D 'part="slot"' hardware/reader/reader.scad

include <dimensions.scad>
include <shape.scad>
include <slot.scad>
include <comb.scad>
include <handle.scad>
include <base.scad>
include <gauge.scad>
include <assembly.scad>

part = "reader";       // [reader, slot, first_slot, comb, cover, floor, pico_floor, handle, lid, lever, gauge, cut, exploded, open_handle, bed]
number = 1;            // on the cover
handle_at = 0;         // degrees of the lever in pictures and checks: from -handle_angle, pulled, to handle_angle, pushed
bite = 0;              // by which screws are thicker than their pilots in the check of what they bite
board_width = 100;     // of the array board, and how high it is with parts and wires; sunk by so much the check must notice
board_height = 24.4;
board_room = 12;
board_sunk = 0;
moved = 0;             // by which the card of that check is moved back, to see that the check would notice
angles = [-handle_angle, 0, handle_angle];
$fn = 32;

// On its left wall.
module lying_left() {
    rotate([0, -90, 0]) children();
}

if (part == "slot") lying_left() slot();
if (part == "first_slot") lying_left() slot(first = true);
if (part == "comb") rotate([-90, 0, 0]) comb();
if (part == "cover") translate([0, 0, front]) rotate([90, 0, 0]) cover(number);
if (part == "floor") translate([0, 0, wall]) floor_plate();
if (part == "pico_floor") translate([0, 0, wall]) floor_plate(pico = true);
if (part == "handle") lying_left() handle();
if (part == "lid") translate([0, 0, handle_width]) rotate([0, 90, 0]) lid();
if (part == "lever") translate([0, 0, -lever_x]) rotate([0, -90, 0]) lever();
if (part == "gauge") gauge();
if (part == "reader") reader();
if (part == "exploded") exploded();
if (part == "cut") cut();
if (part == "open_handle") open_handle();
if (part == "bed") bed();
if (part == "way") lever_against_box(angles);
if (part == "press") lever_against_plunger();
if (part == "row") row_of_slots();
if (part == "room") room();
if (part == "array_board") array_board_room();
if (part == "bites") bites(bite);
if (part == "switches") switches_against_box();

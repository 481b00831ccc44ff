// The front of a slot: the comb, whose wells let the sensors see the card, with a pocket for their
// board; and its cover, with the slot's number and the channel of the light pipe. Two M3 x 16 hold
// both.

module comb() {
    difference() {
        translate([fit / 2, -comb_depth, -under + fit]) cube([slot_pitch - fit, comb_depth, slot_depth + under - fit]);
        for (cell = [1 : cells]) translate([cell_x(cell), 0, sensor_height]) along_y(well, -comb_depth - 1, comb_depth + 2);
        board_room();
        for (x = comb_screws) translate([x, 0, comb_screw_z]) along_y(clearance, -comb_depth - 1, comb_depth + 2);
        // A card comes from above and must not catch on an edge.
        translate([-1, 0, slot_depth]) rotate([45, 0, 0]) cube([slot_pitch + 2, 1.4, 1.4], center = true);
    }
}

// The board rests on two rims, above and below; between them there is room for sensors and other
// parts.
module board_room() {
    rim = 1;
    low = sensor_height - array_row;
    translate([middle - array_length / 2 - fit, -comb_depth - 1, low - fit]) cube([array_length + 2 * fit, array_board + 1, array_width + 2 * fit]);
    translate([middle - array_length / 2 - fit, -comb_depth - 1, low + rim])
        cube([array_length + 2 * fit, array_board + array_sensor + 1, array_width - 2 * rim]);
}

module cover(number = 1) {
    difference() {
        translate([fit / 2, -front, -under + fit]) cube([slot_pitch - fit, cover, slot_depth + under - fit]);
        cover_room();
        translate([light_x, light_y, -under - 1]) cylinder(d = light_pipe + 0.3, h = slot_depth + under + 2);
        for (x = comb_screws) translate([x, 0, comb_screw_z]) {
            along_y(clearance, -front - 1, cover + 2);
            along_y(head, -front - 1, cover - 1.5);
        }
        // Slanting, so that the end of the light pipe faces the player.
        translate([-1, -front, slot_depth]) rotate([45, 0, 0]) cube([2 * slot_pitch + 4, 6, 6], center = true);
        translate([middle, -front + 0.6, 5.5]) rotate([90, 0, 0]) linear_extrude(1)
            text(str(number), size = 11, font = "Liberation Sans:style=Bold", halign = "center", valign = "center");
    }
}

// Room for wires and solder, open towards the plinth.
module cover_room() {
    left = light_x + light_pipe / 2 + 2;
    right = middle + array_length / 2 - 2;
    translate([left, -front + 2, sensor_height - array_row + 1]) cube([right - left, cover, array_width - 2]);
    translate([middle - 9, -front + 2, -under - 1]) cube([22, cover, under + 3]);
}

// All parts together, for pictures and checks.

module reader() {
    for (number = [1 : slot_count]) translate([(number - 1) * slot_pitch, 0, 0]) {
        tint("dark", dark) { slot(first = number == 1); floor_plate(pico = number == 4); }
        tint("brass", brass) leaning() cover(number);
        tint("pale", pale) leaning() comb();
        tint("red", red) leaning() pipe();
        if (number != 4) leaning() card(number);
    }
    translate([slot_count * slot_pitch, 0, 0]) {
        tint("dark", dark) { handle(); lid(); }
        tint("brass", brass) turned(handle_at) lever();
    }
}

module pipe() {
    translate([light_x, light_y, -under - 2.5]) cylinder(d = light_pipe, h = slot_depth + under + 2.5);
}

module pixel_board() {
    tint("board", board) translate([light_x - pixel / 2, light_y - pixel / 2, -under - 5.4]) cube([pixel, pixel, 1.2]);
    tint("steel", steel) translate([light_x - 2.5, light_y - 2.5, -under - 4.2]) cube([5, 5, 1.6]);
}

// A card in its place against the wall behind it, with a code and a figure.
module card(kind = 1) {
    codes = [[1, 1, 0, 1, 0, 1, 1, 0], [0, 1, 0, 1, 1, 0, 0, 0], [1, 0, 1, 1, 0, 0, 1, 1], [1, 1, 0, 1, 0, 1, 1, 0], [0, 0, 1, 0, 1, 0, 1, 0]];
    face = slot_gap - card_thickness;
    tint("paper", paper) translate([middle - card_width / 2, face, 0]) rounded(card_width, card_height, card_thickness);
    tint("ink", ink) for (cell = [1 : cells]) if (codes[kind - 1][cell - 1] == 0) {
        left = cell == 1 ? -card_width / 2 + 1 : (cell - cells / 2 - 1) * cell_pitch;
        right = cell == cells ? card_width / 2 - 1 : (cell - cells / 2) * cell_pitch;
        translate([middle + left, face - 0.05, row_from_edge]) cube([right - left, 0.05, row_height]);
    }
    tint("brass", brass) translate([middle, face - 0.05, 58]) rotate([90, 0, 0]) linear_extrude(0.05) rotate([kind == 3 ? 180 : 0, 0, kind == 2 ? 90 : 0])
        polygon([[-5, -15], [5, -15], [5, 1], [14, 1], [0, 17], [-14, 1], [-5, 1]]);
}

module rounded(width, height, thickness) {
    translate([0, thickness, 0]) rotate([90, 0, 0]) linear_extrude(thickness)
        hull() for (x = [card_corner, width - card_corner], z = [card_corner, height - card_corner]) translate([x, z]) circle(r = card_corner);
}

// A sensor array in the comb.
module array() {
    tint("board", board) translate([middle - array_length / 2, -comb_depth, sensor_height - array_row]) cube([array_length, array_board, array_width]);
    tint("ink", ink) for (cell = [1 : cells])
        translate([cell_x(cell) - 1.8, -comb_depth + array_board, sensor_height - 1.5]) cube([3.6, array_sensor, 3]);
}

module pico() {
    end = back - wall - fit;
    tint("board", board) translate([middle - pico_width / 2, end - pico_length, pico_post]) cube([pico_width, pico_length, 1]);
    tint("steel", steel) translate([middle - 4, end - 5, pico_post + 1]) cube([8, 6.3, 2.6]);
    tint("ink", ink) translate([middle - 3.5, end - 28, pico_post + 1]) cube([7, 7, 0.9]);
}

// A slot from its right side, cut through the middle of a sensor: well, sensor and card's face are
// in the cut.
module cut() {
    module half() { intersection() { children(); translate([-1, -100, -100]) cube([cell_x(5) + 1, 300, 300]); } }
    tint("dark", dark) half() { slot(); floor_plate(pico = true); }
    tint("brass", brass) half() leaning() cover(1);
    tint("pale", pale) half() leaning() comb();
    tint("red", red) leaning() pipe();
    half() leaning() array();
    half() pico();
    leaning() pixel_board();
    half() leaning() card(1);
}

module exploded() {
    tint("dark", dark) slot();
    tint("dark", dark) translate([0, 0, -56]) floor_plate(pico = true);
    translate([0, 0, -32]) pico();
    leaning() {
        tint("pale", pale) translate([0, -38, 0]) comb();
        translate([0, -66, 0]) array();
        tint("brass", brass) translate([0, -92, 0]) cover(1);
        tint("red", red) translate([0, -92, -24]) pipe();
        translate([0, -30, -38]) pixel_board();
        translate([0, 0, 30]) card(1);
        for (x = comb_screws) tint("steel", steel) translate([x, -126, comb_screw_z]) { along_y(screw, 0, 16); along_y(2 * screw - 0.4, -3, 3); }
    }
}

module open_handle() {
    tint("dark", dark) handle();
    tint("brass", brass) turned(handle_at) lever();
    for (end = [-1, 1]) {
        tint("blue", blue) microswitch(end);
        tint("red", red) stem(end);
        tint("steel", steel) translate([box_wall, 0, 0]) across(22) translate([pivot_y + end * band_reach, pivot_z + band_height]) circle(d = screw);
    }
    tint("steel", steel) {
        across(handle_width - 1) translate([pivot_y, pivot_z]) circle(d = axle);
        turned(handle_at) translate([lever_x, 0, 0]) across(17) translate([0, band_height]) circle(d = screw);
    }
    tint("paper", paper) for (end = [-1, 1]) band(end);
}

// A rubber band from the lever to its post.
module band(end) {
    post = [pivot_y + end * band_reach, pivot_z + band_height];
    pin = [pivot_y + band_height * sin(handle_at), pivot_z + band_height * cos(handle_at)];
    translate([lever_x + lever_thickness + (end < 0 ? 3 : 5.5), 0, 0]) across(2) difference() {
        hull() for (place = [post, pin]) translate(place) circle(d = screw + 3);
        hull() for (place = [post, pin]) translate(place) circle(d = screw);
    }
}

// The parts of one slot and the handle on a printer's bed.
module bed() {
    tint("dark", dark) {
        translate([64, 0, 0]) lying_left() slot();
        translate([58, 112, 0]) lying_left() handle();
        translate([76, 112, handle_width]) rotate([0, 90, 0]) lid();
        translate([142, 112, wall]) floor_plate(pico = true);
    }
    tint("pale", pale) translate([84, 8, 0]) rotate([-90, 0, 0]) comb();
    tint("brass", brass) translate([84, 62, front]) rotate([90, 0, 0]) cover(1);
    tint("brass", brass) translate([76 + handle_length, -22, -lever_x]) rotate([0, -90, 0]) lever();
}

// ---- Checks: drawings that tests/hardware examines ----------------------------------------------

// Empty if the lever touches neither the box nor the switches' bodies, at any angle.
module lever_against_box(angles) {
    intersection() {
        union() for (angle = angles) turned(angle) lever();
        union() { handle(); lid(); for (end = [-1, 1]) microswitch(end); }
    }
}

// Empty unless the lever presses a plunger; its position tells which one.
module lever_against_plunger() {
    intersection() {
        turned(handle_at) lever();
        union() for (end = [-1, 1]) plunger(end);
    }
}

// Empty if there is room: for the thickest card at either side of its slot, for a straight light
// pipe, for the Pico and its plug.
module room() {
    hair = 0.02;
    intersection() {
        union() { slot(); leaning() comb(); leaning() cover(1); }
        union() {
            leaning() translate([side + hair, hair + moved, hair]) cube([slot_width - 2 * hair, slot_gap - 2 * hair, card_height]);
            leaning() pipe();
            translate([middle - pico_width / 2, back - wall - fit - pico_length, pico_post + hair]) cube([pico_width, pico_length, 3]);
            translate([middle - usb_width / 2 + 1, back - wall - 5, pico_post - 1]) cube([usb_width - 2, 20, 5]);
        }
    }
}

// The grip of one slot's screws: rings of plastic around their pilots. With bite = 0 only obstacles
// of a screw, in the module, its floor, comb and cover, and the handle beside it.
module bites(bite) {
    diameter = screw_pilot + (bite > 0 ? bite : -0.1);
    intersection() { slot(); shanks(diameter); }
    if (bite == 0) {
        intersection() { union() { leaning() { comb(); cover(1); } floor_plate(); } shanks(diameter); }
        intersection() { translate([slot_pitch, 0, 0]) handle(); shanks(diameter); }
    }
}

module shanks(diameter) {
    for (place = joints) translate([slot_pitch - 15, 0, 0]) across(15 + box_wall) translate(place) circle(d = diameter);
    for (place = floor_screws) translate([place[0], place[1], -wall]) cylinder(d = diameter, h = wall + rail);
    leaning() for (x = comb_screws) translate([x, 0, comb_screw_z]) along_y(diameter, -front, front + block);
}

// Empty if the switches have room in the box.
module switches_against_box() {
    intersection() {
        union() { handle(); lid(); }
        for (end = [-1, 1]) translate([0.02, 0, 0]) microswitch(end);
    }
}

// A cut through all slots at the height of the sensors above their feet.
module row_of_slots() {
    for (number = [1 : slot_count]) translate([(number - 1) * slot_pitch, 0])
        projection(cut = true) translate([0, 0, -sensor_height]) rotate([slot_lean, 0, 0]) translate([0, 0, -base]) { slot(); leaning() comb(); }
}

// The overlap of the array board in its place: on the lower edge of the window between slots 2 and
// 3, with parts and wires on it.
module array_board_room() {
    intersection() {
        for (number = [2 : 3]) translate([(number - 1) * slot_pitch, 0, 0]) { slot(); floor_plate(); leaning() comb(); }
        translate([2 * slot_pitch + wall / 2 - board_width / 2, 30 - board_height / 2, 7.1 - board_sunk]) cube([board_width, board_height, board_room]);
    }
}

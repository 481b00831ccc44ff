// One slot: the wall behind the card, its foot, and the bay behind for boards and cables. Printed
// standing on its left wall, without supports; the next module closes its open right side.

rail = 6;                                         // the floor plate is screwed to two of these

module slot(first = false) {
    difference() {
        union() {
            across(side) slot_outline();
            across(slot_pitch) slot_walls();
            right_end();
            front_rail();
            for (place = joints) lug(place);
        }
        if (!first) window();
        for (place = joints) across(side + 0.1) translate(place) circle(d = clearance);
        for (place = joints) translate([slot_pitch - 15, 0, 0]) across(16) translate(place) circle(d = screw_pilot);
        for (place = floor_screws) translate([place[0], place[1], -1]) cylinder(d = screw_pilot, h = rail + 2);
        usb_opening();
        leaning() { slot_holes(); funnel(); }
    }
}

// The left wall: what a cut through the module would show, filled.
module slot_outline() {
    polygon(concat(
        [[toe_y, 0], leaned(-toe, -under)],
        leaned_all([[0, -under], [0, slot_depth], [slot_gap + wall, slot_depth]]),
        [[back, back_height], [back, 0]]
    ));
}

module slot_walls() {
    behind = slot_gap + wall;
    polygon(leaned_all([[slot_gap, -1], [slot_gap, slot_depth + shade], [behind, slot_depth + shade], [behind, -1]]));
    polygon(leaned_all([[0, -under - 1], [0, 0], [block, 0], [block, -under - 1]]));
    intersection() {
        polygon(leaned_all([[-toe - 5, -under - toe_thickness], [-toe - 5, -under], [block, -under], [block, -under - toe_thickness]]));
        translate([toe_y, 0]) square([back, base]);
    }
    polygon([[toe_y, 0], leaned(-toe, -under), [toe_y + wall, toe_z - 1], [toe_y + wall, 0]]);
    deck = leaned(slot_gap + 0.5, slot_depth);
    polygon([deck, [back, back_height], [back, back_height - wall], leaned(slot_gap + 0.5, slot_depth - wall)]);
    translate([back - wall, 0]) square([wall, back_height - 1]);
    translate([back - wall - rail, 0]) square([rail + 1, rail]);
}

module right_end() {
    translate([slot_pitch - side, 0, 0]) across(side)
        polygon(leaned_all([[0, -1], [0, slot_depth], [slot_gap + 1, slot_depth], [slot_gap + 1, -1]]));
}

// Begins slanting, since it is printed over air; on its left there is room to insert the pixel.
module front_rail() {
    start = light_x + pixel / 2 + 1;
    hull() {
        translate([start, toe_y + wall - 1, 0]) cube([0.1, 1, rail]);
        translate([start + rail, toe_y + wall - 1, 0]) cube([slot_pitch - start - rail, rail + 1, rail]);
    }
}

// The place of the next module's screw; grows out of the nearest wall.
module lug(place) {
    near = place[0] > 0 ? [back - wall, place[1]] : [place[0] - 1, place[1] + 4.5];
    hull() {
        translate([slot_pitch - 17, 0, 0]) across(17) translate(place) circle(r = 4.5);
        translate([slot_pitch - 27, 0, 0]) across(0.1) translate(near) square(1.5);
    }
}

// Cables pass from module to module.
module window() {
    translate([-1, 0, 0]) across(side + 2) hull()
        for (place = [[18, 10], [42, 10], [42, 28], [22, 28]]) translate(place) circle(r = 3);
}

module usb_opening() {
    translate([middle - usb_width / 2, back - wall - rail - 2, 1.5]) cube([usb_width, wall + rail + 3, usb_height]);
}

module slot_holes() {
    for (x = comb_screws) translate([x, 0, comb_screw_z]) along_y(screw_pilot, -1, block + 2);
    translate([light_x, light_y, -under - toe_thickness - 1]) cylinder(d = light_pipe + 0.3, h = toe_thickness + 2);
    translate([light_x - pixel / 2 - fit, light_y - pixel / 2 - fit, -under - toe_thickness - 1]) cube([pixel + 2 * fit, pixel + 2 * fit, 3.5]);
    translate([middle - 9, -front + 2, -under - toe_thickness - 1]) cube([22, cover - 2, toe_thickness + 2]);
}

// The mouth is wider at both ends, to guide a card.
module funnel() {
    for (end = [0, 1]) translate([end * slot_pitch, 0, 0]) mirror([end, 0, 0]) hull() {
        translate([side, -1, slot_depth - 4]) cube([0.01, slot_gap + 1, 5]);
        translate([side - 1.4, -1, slot_depth]) cube([1, slot_gap + 1, 1]);
    }
}

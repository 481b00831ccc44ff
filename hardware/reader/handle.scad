// The handle: a box at the right end, a lever on a steel rod, two microswitches, two rubber bands
// that bring it back to rest. The box is printed standing on its left wall, the lid on its outside,
// the lever on its side: nothing needs supports.
//
// The lever is drawn at rest, its axle at [pivot_y, pivot_z]; a switch is drawn as the lever meets
// it at its end.

box_wall = 4;
lid = wall;
pivot_y = (back + toe_y) / 2 + 4;
pivot_z = 11;
lever_x = box_wall + 1;
lever_thickness = 8;
arm = 10;
band_height = 29;                                 // of the bands above the axle
band_reach = 20;                                  // of the posts before and behind
stop_slack = 0.7;                                 // degrees beyond the ends, where the box stops the lever

switch_low = 8;                                   // of a switch's lower end above the axle
holes_y = arm / 2 + switch_clicks - switch_beyond / 2;          // at the end a switch has clicked, and half of what is left is used
plunger_r = switch_low + switch_length - switch_plunger;

module handle_outline() {
    polygon(concat(
        [[toe_y, -wall], leaned(-toe, -under)],
        leaned_all([[-front, -under], [-front, slot_depth]]),
        [[back, handle_top], [back, -wall]]
    ));
}

module handle() {
    difference() {
        union() {
            across(box_wall) handle_outline();
            across(handle_width - lid) difference() { handle_outline(); offset(delta = -wall) handle_outline(); }
            across(handle_width - lid) for (place = [for (number = [0 : 2]) lid_screws()[number]]) translate(place) square(8, center = true);
            short_lug(lid_screws()[3]);
            across(box_wall + 8) for (end = [-1, 1]) translate([pivot_y + end * band_reach, pivot_z + band_height]) circle(r = 4);
            across(lever_x - 0.2) translate([pivot_y, pivot_z]) circle(d = axle + 6);
        }
        translate([1, 0, 0]) across(lever_x) translate([pivot_y, pivot_z]) circle(d = axle + 0.2);
        translate([-1, 0, 0]) across(box_wall + 10)
            for (end = [-1, 1]) translate([pivot_y + end * band_reach, pivot_z + band_height]) circle(d = screw_pilot);
        translate([handle_width - lid - 14, 0, 0]) across(15) for (place = lid_screws()) translate(place) circle(d = screw_pilot);
        translate([-1, 0, 0]) across(box_wall + 2) for (place = joints) translate(place) circle(d = clearance);
        window();
        for (end = [-1, 1]) switch_slots(end);
        lever_opening();
        for (y = [pivot_y - 20 : 8 : pivot_y + 20]) translate([handle_width / 2 - 8, y, -wall - 1]) cube([18, 3, wall + 2]);
    }
}

function lid_screws() = [
    [toe_y + wall + 3, 3], [back - wall - 3, 3],
    [back - wall - 3, handle_top - wall - 3], [leaned(-front, slot_depth)[0] + wall + 3.5, handle_top - wall - 3]
];

// Before the lever only the last third is free, above a band; so it grows slanting out of the
// ceiling.
module short_lug(place) {
    hull() {
        translate([handle_width - lid - 9, 0, 0]) across(9) translate(place) square(8, center = true);
        translate([handle_width - lid - 17, place[0] - 4, handle_top - wall - 0.1]) cube([17, 8, 1]);
    }
}

// Children are turned about the axle: 1 pushed away from the player, -1 pulled.
module turned(degrees) {
    translate([0, pivot_y, pivot_z]) rotate([-degrees, 0, 0]) children();
}

// Children are drawn for the switch behind and mirrored for the one before the lever.
module at_switch(end) {
    turned(end * handle_angle) mirror([0, end < 0 ? 1 : 0, 0]) children();
}

// Slotted, so that a switch can be moved until it clicks just before the end.
module switch_slots(end) {
    at_switch(end) for (r = [0, switch_holes]) translate([-1, 0, switch_low + switch_length - switch_hole_at - r])
        across(box_wall + 2) hull() for (y = [-0.8, 0.8]) translate([holes_y + y, 0]) circle(d = switch_hole);
}

module lever_opening() {
    translate([lever_x - 0.6, 0, 0]) intersection() {
        hull() for (end = [-1, 1]) turned(end * (handle_angle + stop_slack)) translate([0, -arm / 2, 20]) cube([lever_thickness + 1.2, arm, 60]);
        translate([0, toe_y, handle_top - wall - 1]) cube([handle_width, back - toe_y, wall + 5]);
    }
}

// Closes the box; its tube holds the lever in place on the axle.
module lid() {
    tube = handle_width - lid - lever_x - lever_thickness - 0.3;
    difference() {
        union() {
            translate([handle_width - lid, 0, 0]) across(lid) handle_outline();
            translate([handle_width - lid - tube, 0, 0]) across(tube + 1) translate([pivot_y, pivot_z]) circle(d = axle + 6);
        }
        translate([handle_width - lid - tube - 1, 0, 0]) across(tube + 2) translate([pivot_y, pivot_z]) circle(d = axle + 0.2);
        translate([handle_width - lid - 1, 0, 0]) across(lid + 2) for (place = lid_screws()) translate(place) circle(d = clearance);
    }
}

module lever() {
    translate([lever_x, 0, 0]) difference() {
        across(lever_thickness) difference() {
            union() {
                circle(d = axle + 9);
                translate([-arm / 2, 0]) square([arm, handle_length - 18]);
                hull() for (r = [handle_length - 27, handle_length - 11]) translate([0, r]) circle(d = r > handle_length - 20 ? 22 : arm);
            }
            circle(d = axle + 0.3);
        }
        translate([2, 0, 0]) across(lever_thickness) translate([0, band_height]) circle(d = screw_pilot);
    }
}

// Bought parts, for pictures and for the check of the lever's range.
module microswitch(end) {
    at_switch(end) translate([box_wall, holes_y + switch_back - switch_depth, switch_low]) cube([switch_thickness, switch_depth, switch_length]);
}

module stem(end) {
    at_switch(end) translate([box_wall + switch_thickness / 2 - 1.2, holes_y - switch_clicks - switch_before, plunger_r - 1.2]) cube([2.4, 3, 2.4]);
}

// The place of the plunger's tip between free and clicking.
module plunger(end) {
    at_switch(end) translate([box_wall + switch_thickness / 2 - 1, holes_y - switch_clicks - switch_before, plunger_r - 1])
        cube([2, switch_before, 2]);
}

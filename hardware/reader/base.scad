// The floor plates, one under each slot, with vents, places for cable ties and rubber feet; one
// carries the Pico, with its plug to the back.

pico_post = 6;

module floor_plate(pico = false) {
    depth = back - toe_y;
    difference() {
        union() {
            translate([fit / 2, toe_y, -wall]) cube([slot_pitch - fit, depth, wall]);
            if (pico) for (place = pico_places()) translate([place[0], place[1], -1]) cylinder(d = 4.6, h = pico_post + 1);
        }
        for (place = floor_screws) translate([place[0], place[1], -wall - 1]) { cylinder(d = clearance, h = wall + 2); cylinder(d = head, h = 2.5); }
        for (x = [10, slot_pitch - 10], y = [toe_y + 14, back - 14]) translate([x, y, -wall - 1]) cylinder(d = 10.4, h = 2);
        if (pico) for (place = pico_places()) translate([place[0], place[1], -wall + 1]) cylinder(d = 1.7, h = pico_post + wall);
        else for (x = [22 : 8.6 : 50]) translate([x, 2, -wall - 1]) cube([3, 34, wall + 2]);
        for (x = [7, slot_pitch - 10], y = [6, 20, 34]) translate([x, y - 3, -wall - 1]) cube([3, 8, wall + 2]);
    }
}

// The board's end with the plug is at the rear wall.
function pico_places() = [for (x = [-1, 1], y = [0, 1])
    [middle + x * pico_holes_wide / 2, back - wall - fit - (pico_length - pico_holes_long) / 2 - y * pico_holes_long]];

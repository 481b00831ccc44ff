// Shared by all parts of the reader: measures that follow from the plan, the lean of a slot,
// screws.
//
// Two coordinate systems. Upright: x to the right from the left side of a module, y away from the
// player, z up from the floor plate. Leaning: the same, turned back with the card, from the foot of
// the slot: z along the card, y from the sensors' wall into the card.

slot_width = card_width + slot_play;
side = (slot_pitch - slot_width) / 2;             // wall at each end of a slot
middle = slot_pitch / 2;

// A card is against the wall behind it, so its face is a little further from the comb.
well_depth = sensor_distance - (slot_gap - card_thickness);
comb_depth = well_depth + array_sensor + array_board;
front = comb_depth + cover;                       // from the slot to the front of its cover
light_x = middle - light_from_middle;
light_y = -comb_depth - cover / 2;

under = 10;                                       // how far comb and cover go on below the foot of the slot
toe = comb_depth + cover / 2 + pixel / 2 + 4;     // the plinth that the cover stands on has room for a pixel
toe_thickness = 5;
block = 9;                                        // depth of the solid foot of a slot, for the screws of the comb

comb_screws = [middle - 20, middle + 20];
comb_screw_z = -5.5;
clearance = screw + 0.4;
head = 2 * screw + 0.4;

function leaned(y, z) = [y * cos(slot_lean) + z * sin(slot_lean), base - y * sin(slot_lean) + z * cos(slot_lean)];
function leaned_all(points) = [for (point = points) leaned(point[0], point[1])];
function cell_x(cell) = middle + (cell - (cells + 1) / 2) * cell_pitch;

toe_y = leaned(-toe, -under)[0];
toe_z = leaned(-toe, -under)[1];
handle_top = leaned(-front, slot_depth)[1];       // the box of the handle is as high as the fronts of the slots

// Screws that hold a module to its left neighbour: places (y, z) in its left wall.
joints = [[leaned(0, -under)[0] - 2.3, 9.5], [back - wall - 2.5, back_height - 5]];

floor_screws = [[30, toe_y + wall + 3], [slot_pitch - 10, toe_y + wall + 3], [12, back - wall - 3], [slot_pitch - 12, back - wall - 3]];

// Children are drawn leaning and put in their place.
module leaning() {
    translate([0, 0, base]) rotate([-slot_lean, 0, 0]) children();
}

// Colours in pictures. With `only` set, only this colour is drawn: the scripts for pictures ask for
// each in turn.
only = "";
dark = [0.36, 0.39, 0.44];
pale = [0.55, 0.58, 0.62];
brass = [0.83, 0.65, 0.30];
red = [0.90, 0.16, 0.13];
board = [0.16, 0.48, 0.30];
paper = [0.97, 0.95, 0.90];
ink = [0.10, 0.10, 0.12];
steel = [0.78, 0.80, 0.83];
blue = [0.27, 0.45, 0.66];

module tint(name, shade) {
    if (only == "" || only == name) color(shade) render(convexity = 8) children();
}

// A flat shape in (y, z), extruded along x.
module across(width) {
    rotate([90, 0, 90]) linear_extrude(width) children();
}

// A round hole or bar along y, from `from` on.
module along_y(diameter, from, length) {
    translate([0, from, 0]) rotate([-90, 0, 0]) cylinder(d = diameter, h = length);
}

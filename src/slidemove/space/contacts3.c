#include "contacts3.h"

static bool is_before(const numbered3 *a, const numbered3 *b) {
    if (a->contact.depth != b->contact.depth)
        return a->contact.depth > b->contact.depth;
    return a->number < b->number;
}

static void keep(contacts3 *c, const obstacle3 *shape, int number, const contact3 *contact) {
    numbered3 found = {.contact = *contact, .number = number};
    int place = c->count;
    while (place > 0 && is_before(&found, &c->deepest[place - 1]))
        place--;
    if (!(contact->depth > -c->reach) || place == CONTACTS3_MAX)
        return;
    if (c->count < CONTACTS3_MAX)
        c->count++;
    for (int i = c->count - 1; i > place; i--)
        c->deepest[i] = c->deepest[i - 1];
    found.shape = *shape;
    c->deepest[place] = found;
}

static void see_exactly(contacts3 *c, const obstacle3 *shape, int number) {
    contact3 contact;
    bool met = (c->both_sides ? collide3 : collide3_in_front)(&c->mover, shape, c->delta, -c->reach,
                                                              &contact);
    if (met)
        keep(c, shape, number, &contact);
}

static void see(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    obstacle3 obstacle;
    if (obstacle3_of(shape, &obstacle))
        see_exactly((contacts3 *)visitor, &obstacle, number);
}

void contacts3_see(contacts3 *c, const obstacle3 *shape, int number, const contact3 *contact) {
    if (shape->one_sided && !c->both_sides)
        see_exactly(c, shape, number);
    else
        keep(c, shape, number, contact);
}

void contacts3_begin(contacts3 *c, mover3 mover, vec3 delta, double reach, bool both_sides) {
    c->visitor = (sm3_visitor){see, 1, -reach};
    c->mover = mover;
    c->delta = delta;
    c->reach = reach;
    c->both_sides = both_sides;
    c->count = 0;
}

sm3_region contacts3_region(const contacts3 *c) {
    return region3_around(&c->mover, c->mover.radius + c->reach, (vec3){0, 0, 0});
}

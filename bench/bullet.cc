/* Bullet, which many games in 3D use: its convex sweep against a mesh with an index of its own, and
 * the slide of its kinematic character controller (stepForwardAndStrafe): swept with a margin of
 * 0.02, what is left of the way goes along the plane that was hit. What that controller does when
 * it is in something is left out: on these walks it never is. */
#include <btBulletCollisionCommon.h>

#include <memory>
#include <vector>

extern "C" {
#include "library.h"
}

namespace {

const btScalar added_margin = btScalar(0.02);

struct world {
    std::vector<btVector3> corners;
    std::vector<int> numbers;
    btTriangleIndexVertexArray arrays;
    std::unique_ptr<btBvhTriangleMeshShape> mesh;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld collisions{&dispatcher, &broadphase, &configuration};
    btCollisionObject level;
    std::unique_ptr<btConvexShape> mover;
};

btVector3 vector_of(sm3_vec v) {
    return btVector3(v.x, v.y, v.z);
}

/* Of the sweep: what it comes nearer to. */
struct first_hit : btCollisionWorld::ClosestConvexResultCallback {
    btVector3 way;
    explicit first_hit(const btVector3 &delta)
        : ClosestConvexResultCallback(btVector3(0, 0, 0), btVector3(0, 0, 0)), way(delta) {
    }
    btScalar addSingleResult(btCollisionWorld::LocalConvexResult &hit, bool is_in_world) override {
        if (way.dot(hit.m_hitNormalLocal) >= 0)
            return 1;
        return ClosestConvexResultCallback::addSingleResult(hit, is_in_world);
    }
};

void *create(const scene *s) {
    const sm3_triangle *triangles = s->triangles;
    const int count = s->count;
    world *w = new world;
    for (int i = 0; i < count; i++) {
        const sm3_vec corners[] = {triangles[i].a, triangles[i].b, triangles[i].c};
        for (const sm3_vec &corner : corners) {
            w->numbers.push_back(int(w->numbers.size()));
            w->corners.push_back(vector_of(corner));
        }
    }
    btIndexedMesh part;
    part.m_numTriangles = count;
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(w->numbers.data());
    part.m_triangleIndexStride = 3 * sizeof(int);
    part.m_numVertices = 3 * count;
    part.m_vertexBase = reinterpret_cast<const unsigned char *>(w->corners.data());
    part.m_vertexStride = sizeof(btVector3);
    w->arrays.addIndexedMesh(part);
    w->mesh = std::make_unique<btBvhTriangleMeshShape>(&w->arrays, true);
    w->level.setCollisionShape(w->mesh.get());
    return w;
}

void destroy(void *rival) {
    delete static_cast<world *>(rival);
}

void set_body(void *rival, scene_body body) {
    world *w = static_cast<world *>(rival);
    if (body == BODY_BALL)
        w->mover = std::make_unique<btSphereShape>(btScalar(0.5));
    else
        w->mover = std::make_unique<btCapsuleShape>(btScalar(0.4), btScalar(0.8));
}

double move(void *rival, sm3_vec *place, sm3_vec delta) {
    enum { TIMES = 10 };
    static const btScalar all = btScalar(0.01), no_way = btScalar(1e-6);
    world *w = static_cast<world *>(rival);
    const sm3_vec from = *place;
    btVector3 position = vector_of(from), left = vector_of(delta), wanted = left;
    for (int i = 0; i < TIMES && left.length2() > no_way * no_way; i++) {
        btTransform start(btQuaternion::getIdentity(), position);
        btTransform end(btQuaternion::getIdentity(), position + left);
        first_hit hit(left);
        btScalar margin = w->mover->getMargin();
        w->mover->setMargin(margin + added_margin);
        w->collisions.objectQuerySingle(w->mover.get(), start, end, &w->level, w->mesh.get(),
                                        w->level.getWorldTransform(), hit, 0);
        w->mover->setMargin(margin);
        if (!hit.hasHit()) {
            position += left;
            break;
        }
        btVector3 normal = hit.m_hitNormalWorld;
        position += left * btMax(hit.m_closestHitFraction - all, btScalar(0));
        left *= 1 - hit.m_closestHitFraction;
        left -= normal * left.dot(normal);
        if (left.dot(wanted) <= 0)
            break;
    }
    *place = {position.x(), position.y(), position.z()};
    return 0;
}

double ray(void *rival, sm3_vec *position, sm3_vec delta) {
    world *w = static_cast<world *>(rival);
    const btVector3 from = vector_of(*position), to = from + vector_of(delta);
    btCollisionWorld::ClosestRayResultCallback hit(from, to);
    const btTransform start(btQuaternion::getIdentity(), from);
    const btTransform end(btQuaternion::getIdentity(), to);
    w->collisions.rayTestSingle(start, end, &w->level, w->mesh.get(), w->level.getWorldTransform(),
                                hit);
    return hit.m_closestHitFraction;
}

double cast(void *rival, sm3_vec *position, sm3_vec delta) {
    world *w = static_cast<world *>(rival);
    const btVector3 from = vector_of(*position), to = from + vector_of(delta);
    first_hit hit(to - from);
    const btTransform start(btQuaternion::getIdentity(), from);
    const btTransform end(btQuaternion::getIdentity(), to);
    w->collisions.objectQuerySingle(w->mover.get(), start, end, &w->level, w->mesh.get(),
                                    w->level.getWorldTransform(), hit, 0);
    return hit.m_closestHitFraction;
}

} // namespace

extern "C" const library rival_bullet = {
    "Bullet", create, destroy, set_body, {nullptr, move, ray, cast, nullptr, nullptr}, false};

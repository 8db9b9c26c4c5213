// no text: the strings are shaders
import { BufferAttribute, BufferGeometry, type Color, DynamicDrawUsage, type Matrix4, Mesh, MeshLambertMaterial } from 'three';

/**
 * Many balls as sprites: each is a square that faces the camera, with the ball painted on it. Together they form one small mesh, which
 * software draws far faster than as many instances of a ball.
 */
export class PaintedBalls {
  readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly balls: BufferAttribute;

  /** `radius`: radius of an unscaled ball, in m. */
  constructor(
    count: number,
    private readonly radius: number,
    color: Color,
  ) {
    const corners = new Int8Array(8 * count);
    const triangles = new Uint32Array(6 * count);
    for (let i = 0; i < count; ++i) {
      corners.set([-1, -1, 1, -1, 1, 1, -1, 1], 8 * i);
      triangles.set(
        [0, 1, 2, 0, 2, 3].map((corner) => 4 * i + corner),
        6 * i,
      );
    }
    this.balls = new BufferAttribute(new Float32Array(16 * count), 4).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry();
    geometry.setIndex(new BufferAttribute(triangles, 1));
    geometry.setAttribute('corner', new BufferAttribute(corners, 2));
    geometry.setAttribute('ball', this.balls);
    this.mesh = new Mesh(geometry, painted(color));
    this.mesh.visible = false;
    this.mesh.frustumCulled = false; // its bounds change with every ball
  }

  /** Places a ball by its matrix; size 0 hides it. */
  place(i: number, { elements: e }: Matrix4): void {
    const radius = this.radius * Math.hypot(e[0], e[1], e[2]);
    for (let corner = 4 * i; corner < 4 * i + 4; ++corner) this.balls.setXYZW(corner, e[12], e[13], e[14], radius);
    this.balls.needsUpdate = true;
  }
}

function painted(color: Color): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ color });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = vertexHead + shader.vertexShader.replace('#include <project_vertex>', project);
    shader.fragmentShader = fragmentHead + shader.fragmentShader.replace('#include <normal_fragment_begin>', paint);
  };
  return material;
}

const fragmentHead = `
varying vec2 place; // in the square, from -1 to 1
varying vec3 aside;
varying vec3 front;
`;

const vertexHead = `${fragmentHead}
attribute vec4 ball; // centre and radius
attribute vec2 corner;
`;

// The camera sees the outline of a ball as a circle, and the square encloses it.
const project = `
vec4 mvPosition = modelViewMatrix * vec4(ball.xyz, 1.0);
float away = length(mvPosition.xyz);
float share = min(ball.w / away, 0.99);
front = -mvPosition.xyz / away;
vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), front));
place = corner;
aside = corner.x * right + corner.y * cross(front, right);
mvPosition.xyz += ball.w * (share * front + sqrt(1.0 - share * share) * aside);
gl_Position = projectionMatrix * mvPosition;
`;

const paint = `
float depth = 1.0 - dot(place, place);
if (depth < 0.0) discard;
vec3 normal = normalize(aside + sqrt(depth) * front);
`;

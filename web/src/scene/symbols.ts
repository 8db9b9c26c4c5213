/** Symbols of joints, supports and loads as in textbooks: of constant size in the picture, visible through their bodies. */
import {
  BufferGeometry,
  CircleGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Vector3,
} from 'three';
import type { ModelInfo } from '../../../wasm/engine/types';
import type { Recording } from '../state/recording';
import { placeOf } from '../state/samples';
import { anchorPlace, anchorTurn } from './anchor';
import { type AnchorPoint, anchorOf, describeScene, indexOf, loadsOf } from './description';
import { buildForce, buildTorque, towards } from './loads';
import { type JointSymbol, symbolOf } from './plain-look';
import type { Point } from './shape';
import { disposeSolids } from './solids';

/** The unit of a symbol, as a share of the distance of the camera. */
const unit = 0.016;
const stroke = 0.2;
const order = 11; // after arrows

interface Placed {
  group: Group;
  at: AnchorPoint;
  /** The direction of its z axis, or of its y axis, in the frame of a body; null: in the global frame. */
  axis: Vector3;
  frame: AnchorPoint | null;
  along: 'y' | 'z';
}

export class Symbols {
  readonly group = new Group();
  private readonly ink = new MeshBasicMaterial({ depthTest: false, transparent: true, side: DoubleSide });
  private readonly paper = new MeshBasicMaterial({ depthTest: false, transparent: true, side: DoubleSide });
  private readonly placed: Placed[];
  private readonly up: Vector3;

  constructor(readonly model: ModelInfo) {
    const index = indexOf(model);
    const { camera, loads: drawn } = describeScene(model);
    this.up = new Vector3(...camera.up);
    const joints = model.objects.flatMap(({ drawnAs, markers, visualization }): Placed[] => {
      const symbol = symbolOf(drawnAs);
      const anchors = markers.map((marker) => anchorOf(model, marker, index));
      if (!symbol || visualization.show === false || !anchors[0] || !anchors[1]) return [];
      return [this.joint(symbol, anchors[0], anchors[1])];
    });
    const loads = drawn.length > 0 ? [] : loadsOf(model, index);
    this.placed = [
      ...joints,
      ...loads.map((load): Placed => {
        const group = load.kind === 'force' ? buildForce(load, 5) : buildTorque(load, 2.2);
        return { group, at: load.at, axis: new Vector3(...load.vector).normalize(), frame: load.fixed ? load.at : null, along: 'y' };
      }),
    ];
    for (const { group } of this.placed) this.group.add(group);
    this.setDark(false);
  }

  setDark(dark: boolean): void {
    this.ink.color.set(dark ? '#e8edf2' : '#16202b');
    this.paper.color.set(dark ? '#0f141a' : '#ffffff');
  }

  pose(recording: Recording, time: number): void {
    if (recording.history.samples === 0) return;
    const place = placeOf(recording.history.time, time);
    for (const { group, at, axis, frame, along } of this.placed) {
      group.position.copy(anchorPlace(at, recording, place));
      group.visible = Number.isFinite(group.position.length());
      const direction = axis.clone();
      if (frame) direction.applyQuaternion(anchorTurn(frame, recording, place));
      if (along === 'y') group.quaternion.copy(towards(direction));
      else group.quaternion.setFromRotationMatrix(upright(direction, this.up));
    }
  }

  /** `distance`: from the camera to its target. */
  fit(distance: number): void {
    for (const { group } of this.placed) group.scale.setScalar(unit * distance);
  }

  dispose(): void {
    this.group.removeFromParent();
    disposeSolids(this.group);
  }

  /** A joint; a slide is drawn at the side that moves. Its axis is in the frame of its first side. */
  private joint(symbol: JointSymbol, first: AnchorPoint, second: AnchorPoint): Placed {
    const grounded = first.pose === null || second.pose === null;
    const at = symbol.kind === 'slide' && second.pose !== null ? second : first;
    const local: Point = 'axis' in symbol ? symbol.axis : [0, 0, 1];
    const group = new Group();
    if (symbol.kind === 'slide') group.add(...this.guide(grounded));
    else if (symbol.kind === 'fixed') group.add(this.lines([[-0.6, 0, 0.6, 0, 1.2]]), ...(grounded ? [this.lines(base(-0.6))] : []));
    else group.add(...this.pin(symbol.kind === 'ball'), ...(grounded ? [this.lines([...triangle, ...base(-2.1)])] : []));
    for (const part of group.children) part.renderOrder = order + (part.renderOrder || 0);
    return { group, at, axis: new Vector3(...local).normalize(), frame: first, along: symbol.kind === 'slide' ? 'y' : 'z' };
  }

  private pin(filled: boolean): Mesh[] {
    const disc = new Mesh(new CircleGeometry(0.6, 32), filled ? this.ink : this.paper);
    const ring = new Mesh(new RingGeometry(0.42, 0.62, 32), this.ink);
    disc.renderOrder = 1;
    ring.renderOrder = 2;
    return [disc, ring];
  }

  /** Two rails along y; hatched outside if they are fixed. */
  private guide(grounded: boolean): Mesh[] {
    const rails = [-1, 1].flatMap((side) => [
      [side, -4, side, 4, stroke],
      ...(grounded ? [-3, -1.5, 0, 1.5, 3].map((y) => [side, y, side * 1.7, y - 0.7, stroke / 2]) : []),
    ]);
    return [this.lines(rails)];
  }

  /** Straight strokes in the plane of the symbol, each from x, y to x, y with a width. */
  private lines(strokes: readonly (readonly number[])[]): Mesh {
    const positions = strokes.flatMap(([x0, y0, x1, y1, width]) => {
      const length = Math.hypot(x1 - x0, y1 - y0);
      const [nx, ny] = [(-(y1 - y0) / length) * (width / 2), ((x1 - x0) / length) * (width / 2)];
      const corners = [
        [x0 + nx, y0 + ny],
        [x0 - nx, y0 - ny],
        [x1 - nx, y1 - ny],
        [x1 + nx, y1 + ny],
      ];
      return [0, 1, 2, 0, 2, 3].flatMap((i) => [...corners[i], 0]);
    });
    const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
    return new Mesh(geometry, this.ink);
  }
}

const triangle = [
  [0, -0.6, -1.3, -2.1, stroke],
  [0, -0.6, 1.3, -2.1, stroke],
];
/** The ground: a line with hatches below it. */
const base = (y: number) => [[-2, y, 2, y, stroke], ...[-1.6, -0.8, 0, 0.8, 1.6].map((x) => [x, y, x - 0.6, y - 0.8, stroke / 2])];

/** The frame whose z axis is this one, with y as far up as possible. */
function upright(axis: Vector3, up: Vector3): Matrix4 {
  const y = up.clone().addScaledVector(axis, -up.dot(axis));
  if (y.length() < 1e-6) y.set(1, 0, 0).addScaledVector(axis, -axis.x);
  if (y.length() < 1e-6) y.set(0, 1, 0);
  y.normalize();
  return new Matrix4().makeBasis(y.clone().cross(axis), y, axis);
}

/** Camera and target of the 3D view, in metres of the model, relative to the followed body if there is one. */
export interface CameraShot {
  view: 'orbit' | 'follow' | 'top' | 'side';
  /** From the target to the camera. */
  offset: [number, number, number];
  target: [number, number, number];
}

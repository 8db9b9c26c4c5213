/** Where the camera of the 3D view is: camera and target in the model's metres, from the followed body where one is followed. */
export interface CameraShot {
  view: 'orbit' | 'follow' | 'top' | 'side';
  /** From the target to the camera. */
  offset: [number, number, number];
  target: [number, number, number];
}

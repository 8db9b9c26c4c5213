import { createEngine } from '../engine/direct';
import { type Port, serve } from './serve';

serve(self as unknown as Port, createEngine);

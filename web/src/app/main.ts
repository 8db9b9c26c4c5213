import '../ui/tokens.css';
import '../ui/base.css';
import './app';
import { workOffline } from './offline';

workOffline();

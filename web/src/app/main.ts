import '../ui/tokens.css';
import '../ui/reset.css';
import '../ui/base.css';
import './app';
import { workOffline } from './offline';

workOffline();

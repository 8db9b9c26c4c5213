import './styles.css';
import '../gallery/gallery.css';
import '../model/model.css';
import '../plots/plots.css';
import '../run/run.css';
import '../scene/scene.css';
import '../ui/theme';
import './app';
import { workOffline } from './offline';

workOffline();

import './styles.css';
import './theme';
import './app';

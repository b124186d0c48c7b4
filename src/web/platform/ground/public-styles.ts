// Imported by every public page but the landing page, so that the styles are there after a navigation in the browser too.
import '../styles/public.css';

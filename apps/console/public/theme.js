// Runs before the first paint, so that a reader of the light theme never sees a dark flash (and the other way round), and
// the frame stands at once as it will.
const { dataset } = document.documentElement;
dataset.mantineColorScheme = localStorage.getItem('mantine-color-scheme-value') === 'light' ? 'light' : 'dark';
if (localStorage.getItem('usance.sidebar') === 'true') dataset.sidebar = 'collapsed';
if (/^\/(signin|signup|forgot|logout)\b/.test(location.pathname)) dataset.bare = '';

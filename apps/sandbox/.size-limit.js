export default [
  { name: 'the script of the dashboard', path: 'dist/dashboard/assets/*.js', gzip: true, limit: '150 kB' },
];

import manifest from './dist/.vite/manifest.json' with { type: 'json' };

// Scripts of an earlier build may be beside those of the last one.
export default [
  {
    name: 'the script of the dashboard',
    path: Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [`dist/${file}`] : [])),
    gzip: true,
    limit: '150 kB',
  },
];

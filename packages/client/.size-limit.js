/** As an ES module, which is what is published; esbuild would make a script, with a `require` for what is left out. */
const client = { path: 'dist/index.js', gzip: true, modifyEsbuildConfig: (config) => ({ ...config, format: 'esm' }) };

// The whole of it, every export and the flows included, minified with esbuild. 1 kB is 1000 bytes. A server loads it, so a message that
// says what to do is worth its bytes.
export default [
  { ...client, name: 'the whole client', ignore: ['openapi-fetch'], limit: '29 kB' },
  { ...client, name: 'the whole client with openapi-fetch', limit: '31 kB' },
  {
    ...client,
    name: 'OpenTelemetry, besides the client',
    path: 'dist/opentelemetry.js',
    ignore: ['@opentelemetry/api', './index.js'],
    limit: '2 kB',
  },
];

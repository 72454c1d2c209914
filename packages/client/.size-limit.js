/** As an ES module, as it is published. By default esbuild would make a script, with `require` for ignored modules. */
const client = { path: 'dist/index.js', gzip: true, modifyEsbuildConfig: (config) => ({ ...config, format: 'esm' }) };

// All exports, including the flows, minified with esbuild. 1 kB is 1000 bytes. The client runs on servers: a message that says what to do
// is worth its bytes, and plain code is worth more than small code.
export default [
  { ...client, name: 'the whole client', ignore: ['openapi-fetch'], limit: '33 kB' },
  { ...client, name: 'the whole client with openapi-fetch', limit: '34 kB' },
];

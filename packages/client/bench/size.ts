// How large the whole client is where swc minifies it, as in Next.js and Rspack: every export, flows included, then gzip;
// openapi-fetch is left out. Other minifiers make more of it: .size-limit.js holds what esbuild makes.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { minify } from '@swc/core';

const limitInBytes = 8 * 1024;

const built = await readFile(new URL('../dist/index.js', import.meta.url), 'utf8');
const { code } = await minify(built, { module: true, compress: true, mangle: true });
const sizeInBytes = gzipSync(code, { level: 9 }).length;
console.log(`the whole client: ${sizeInBytes} bytes, minified and gzip (at most ${limitInBytes})`);
if (sizeInBytes > limitInBytes) process.exitCode = 1;

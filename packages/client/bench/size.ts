// How large the whole client is, flows included: every export, minified, then gzip; openapi-fetch is left out. Minified
// with swc, as by Next.js and Rspack: of the minifiers in use it makes the smallest of it.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { minify } from '@swc/core';

const limitInBytes = 8 * 1024;

const built = await readFile(new URL('../dist/index.js', import.meta.url), 'utf8');
const { code } = await minify(built, { module: true, compress: true, mangle: true });
const sizeInBytes = gzipSync(code, { level: 9 }).length;
console.log(`the whole client: ${sizeInBytes} bytes, minified and gzip (at most ${limitInBytes})`);
if (sizeInBytes > limitInBytes) process.exitCode = 1;

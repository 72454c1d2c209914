// Judges exchanges under an overlay in a process of its own, because a process has one document: node judge-again.ts EXCHANGES OVERLAY
import { readFileSync } from 'node:fs';
import { useOverlays } from '@escrow-kit/spec/overlay';

const [, , file = '', overlay = ''] = process.argv;
await useOverlays([overlay]);
const { createKeeper, findIn, readRaw } = await import('./raw-exchanges.ts');
const exchanges = readRaw(readFileSync(file, 'utf8'));
const found = findIn(createKeeper(exchanges)(exchanges)).filter(
  ({ part, subject }) => part === 'contradicts' || (part === 'not in the document' && subject !== 'header'),
);
process.stdout.write(JSON.stringify(found.map(({ text }) => text)));

import { cp, rm } from 'node:fs/promises';

// The sandbox contains the build of the dashboard. Both the sources and the package serve it from here.
const carried = new URL('../dist/dashboard/', import.meta.url);
await rm(carried, { recursive: true, force: true });
await cp(new URL('../../dashboard/dist/', import.meta.url), carried, { recursive: true });

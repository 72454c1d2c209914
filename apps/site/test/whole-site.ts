import { createSite } from '../src/create-site.ts';
import { readRepositoryPages } from '../src/repository-pages.ts';
import { createServicePages } from '../src/service-pages.ts';

/** The pages of the repository and of the service. */
export const pages = [...createServicePages(), ...readRepositoryPages()];

/** The site of these pages. Building it takes longer than the tests, which share it. */
export const site = createSite(pages);

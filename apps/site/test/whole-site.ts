import { createSite } from '../src/create-site.ts';
import { readRepositoryPages } from '../src/repository-pages.ts';
import { createServicePages } from '../src/service-pages.ts';

/** The pages of the repository and of the service. */
export const pages = [...createServicePages(), ...readRepositoryPages()];

/** The site with these pages, shared by the tests because building it is slow. */
export const site = createSite(pages);

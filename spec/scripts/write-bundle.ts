import { bundleTo } from './bundle.ts';

bundleTo('openapi.bundle.json');

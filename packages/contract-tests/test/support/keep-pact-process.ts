import { keepPactProcess } from '../../src/verify/start-pact-process.ts';

keepPactProcess();

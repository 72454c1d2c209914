import { runShopWithSandbox } from './run-shop-with-sandbox.ts';

process.exitCode = await runShopWithSandbox(process.argv.slice(2));

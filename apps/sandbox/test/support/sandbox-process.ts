import { startService } from '../../src/start-service.ts';

// Runs as a separate process, which a test can kill. It ends with the test, however that ends.
const { sandbox } = await startService(JSON.parse(process.argv[2] ?? '{}'));
process.once('SIGTERM', () => sandbox.close().then(() => process.exit()));
process.stdin.resume().on('end', () => process.exit());
process.stdout.write(`${JSON.stringify({ url: sandbox.url, credentials: sandbox.credentials })}\n`);

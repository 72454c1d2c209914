import { connect } from 'node:net';

// Every Node process of a test loads this. Prism sends the test its process id over a connection that closes when Prism ends.
if (process.argv.includes('mock')) {
  const connection = connect(Number(process.env['PRISM_WATCH_PORT']), '127.0.0.1');
  connection.write(String(process.pid));
  connection.unref();
}

import { connect } from 'node:net';

// Every Node process of a test loads this. Prism tells the test its process id, by a connection that closes when it ends.
if (process.argv.includes('mock')) {
  const connection = connect(Number(process.env['PRISM_WATCH_PORT']), '127.0.0.1');
  connection.write(String(process.pid));
  connection.unref();
}

import { CommandLineError } from '@escrow-kit/shared/command-line';
import { isLoopback } from '@escrow-kit/shared/this-machine';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openControl } from '../commands/reach-sandbox.ts';
import type { Target } from '../commands/target.ts';
import { packageVersion, readSkill } from '../package-manifest.ts';
import { createControlTools } from './control-tools.ts';
import { createServiceTools } from './service-tools.ts';
import { type Tool, toText } from './tool.ts';

/** Which sandbox the tools drive, and whether somebody chose its address. */
type McpOptions = Target & { isUrlGiven: boolean };

/**
 * Serves the tools on stdin and stdout, by the Model Context Protocol, until stdin ends. Rejects with a CommandLineError for a sandbox
 * that is not on this machine, unless both its address and a control token are given.
 */
export async function runMcp({ url, controlToken, tenant, isUrlGiven }: McpOptions): Promise<void> {
  const { origin, hostname } = new URL(url);
  if (!isLoopback(hostname) && !(isUrlGiven && controlToken)) {
    const remedy = 'Set --url and SANDBOX_CONTROL_TOKEN to reach it, or use a sandbox on 127.0.0.1.';
    throw new CommandLineError(`${origin} is not on this machine. ${remedy}`);
  }
  const control = openControl({ url: origin, tenant, controlToken });
  const tools = [...createServiceTools(control, origin), ...createControlTools(control)];
  const secrets = controlToken ? [controlToken] : [];
  serveStdio(() => createServer(tools, secrets), { onerror: (error) => void setImmediate(endAfter, error) });
}

/** Ends the command if the SDK stopped reading for this error. It reports others, too, and goes on. */
function endAfter({ message }: Error): void {
  const { stdin, stderr } = process;
  if (stdin.readableEnded || !stdin.isPaused()) return;
  stderr.write(`escrow-sandbox: The connection of the assistant ended. ${message}\n`);
  process.exit(1);
}

function createServer(tools: readonly Tool[], secrets: readonly string[]): McpServer {
  const server = new McpServer({ name: 'escrow-sandbox', version: packageVersion }, { instructions: readSkill() });
  for (const { name, description, properties, required = Object.keys(properties), isWrite = false, run } of tools) {
    const inputSchema = fromJsonSchema<never>({ type: 'object', properties, required, additionalProperties: false });
    // No call takes a move back.
    const annotations = { readOnlyHint: !isWrite, destructiveHint: isWrite, openWorldHint: false };
    server.registerTool(name, { description, inputSchema, annotations }, async (input) => {
      const result = await Promise.resolve(input)
        .then(run)
        .catch(({ message }) => ({ refusal: { message } }));
      const isError = Object.hasOwn(Object(result), 'refusal');
      return { content: [{ type: 'text', text: toText(result, secrets) }], isError };
    });
  }
  return server;
}

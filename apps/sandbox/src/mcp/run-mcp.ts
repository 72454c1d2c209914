import { type ControlOptions, createControl } from '@escrow-kit/sandbox-control';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { isLoopback } from '@escrow-kit/shared/this-machine';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { explainRefusal } from '../commands/target.ts';
import { packageVersion, readSkill } from '../package-manifest.ts';
import { createControlTools } from './control-tools.ts';
import { createServiceTools } from './service-tools.ts';
import { type Tool, toText } from './tool.ts';

/** Which sandbox the tools drive, and whether somebody chose its address. */
type McpOptions = Omit<ControlOptions, 'fetch'> & { url: string; isUrlGiven: boolean };

const limitInMs = 30_000;

/**
 * Serves the tools on stdin and stdout, by the Model Context Protocol, until stdin ends. Rejects with a CommandLineError for a sandbox
 * that is not on this machine, unless both its address and a control token are given.
 */
export async function runMcp({ url, controlToken, tenant = 'default', isUrlGiven }: McpOptions): Promise<void> {
  const { origin, hostname } = new URL(url);
  if (!isLoopback(hostname) && !(isUrlGiven && controlToken)) {
    const remedy = 'Give --url and SANDBOX_CONTROL_TOKEN to reach it, or use a sandbox on 127.0.0.1.';
    throw new CommandLineError(`${origin} is not on this machine. ${remedy}`);
  }
  const send: typeof fetch = (path, init) => {
    // A redirect may lead to another machine.
    const limits = { redirect: 'manual', signal: AbortSignal.timeout(limitInMs) } as const;
    return fetch(new URL(String(path), origin), { ...init, ...limits }).catch(({ cause }) => {
      const message = `No sandbox answers at ${origin}. Start it in another terminal: npx @escrow-kit/sandbox`;
      throw new Error(message, { cause });
    });
  };
  const fetchControl: typeof fetch = async (...request) => explainRefusal(await send(...request));
  const control = createControl(origin, { controlToken, tenant, fetch: fetchControl });
  const tools = [...createServiceTools(control, send), ...createControlTools(control)];
  serveStdio(() => createServer(tools));
}

function createServer(tools: readonly Tool[]): McpServer {
  const server = new McpServer({ name: 'escrow-sandbox', version: packageVersion }, { instructions: readSkill() });
  for (const { name, description, properties, required = Object.keys(properties), isWrite = false, run } of tools) {
    const inputSchema = fromJsonSchema<never>({ type: 'object', properties, required, additionalProperties: false });
    // No call takes a move back.
    const annotations = { readOnlyHint: !isWrite, destructiveHint: isWrite, openWorldHint: false };
    server.registerTool(name, { description, inputSchema, annotations }, async (input) => {
      const result = await run(input);
      const isError = Object.hasOwn(Object(result), 'refusal');
      return { content: [{ type: 'text', text: toText(result) }], isError };
    });
  }
  return server;
}

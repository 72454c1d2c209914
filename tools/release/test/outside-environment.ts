/** What npx, pnpm and npm tell their scripts, which would lead npm back into the workspace, or to its Node. */
const workspaceVariable =
  /^(npm_(package|lifecycle)_|npm_config_local_prefix$|npm_node_execpath$|NODE$|PNPM_|INIT_CWD$)/i;

/** The environment as somebody's shell has it, outside the workspace. */
export function outsideEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !workspaceVariable.test(name)));
}

/** Variables that npx, pnpm and npm set for scripts; they would point npm back to the workspace or its Node. */
const workspaceVariable =
  /^(npm_(package|lifecycle)_|npm_config_local_prefix$|npm_node_execpath$|NODE$|PNPM_|INIT_CWD$)/i;

/** The environment of a shell outside the workspace. */
export function outsideEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !workspaceVariable.test(name)));
}

/** Variables that npx, pnpm and npm set for their scripts, which would lead npm back into the workspace or to its Node. */
const workspaceVariable =
  /^(npm_(package|lifecycle)_|npm_config_local_prefix$|npm_node_execpath$|NODE$|PNPM_|INIT_CWD$)/i;

/** The environment of a shell outside the workspace. */
export function outsideEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !workspaceVariable.test(name)));
}

/** Installs packages (`name@version`) into `.cache/<name>` unless they are there; answers the folder that has `node_modules`. */
export function installApart(name: string, wanted: readonly string[]): string;

/** Arguments of Commander's `option`, the same for every command. */
export const CONFIG_OPTION = ['-c, --config <file>', 'YAML or JSON file', 'receiver.yaml'] as const;

export const JSON_OPTION = ['--json', 'print JSON'] as const;

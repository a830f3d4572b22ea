import tseslint from 'typescript-eslint';

/** The local org's layers, top first: a file may import from its own layer and from those below it. */
const LOCAL_ORG_LAYERS = [
  ['server'],
  ['api'],
  ['platform'],
  ['metadata'],
  ['apex', 'stdlib'],
  ['dml'],
  ['soql', 'formula', 'security'],
  ['schema'],
  ['values', 'database'],
  ['threads']
];

const layerRules = LOCAL_ORG_LAYERS.slice(1).map((layer, index) => ({
  files: layer.map((folder) => `tools/local-org/src/${folder}/**/*.ts`),
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: LOCAL_ORG_LAYERS.slice(0, index + 1)
          .flat()
          .map((folder) => ({
            regex: `^(\\.\\./)+${folder}/`,
            message: `Imports go downwards only: '${layer.join('/')}' lies below '${folder}' (docs/architecture.md).`
          }))
      }
    ]
  }
}));

export default tseslint.config(
  { ignores: ['**/dist/**', '**/.threads/**', '**/node_modules/**', 'reports/**', 'force-app/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
      'no-console': 'off'
    }
  },
  { files: ['**/test/**/*.ts'], rules: { '@typescript-eslint/no-unused-expressions': 'off' } },
  ...layerRules
);

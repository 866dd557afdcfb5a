import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const pureTime = [
  { object: 'Date', property: 'now', message: 'Take `now` as an argument.' },
  { object: 'Math', property: 'random', message: 'Take a seed or an id as an argument.' },
];

const importOrder = [
  {
    selector: 'ImportDeclaration[source.value=/^\\./] ~ ImportDeclaration[source.value=/^[^.]/]',
    message: 'Packages are imported before files of ours.',
  },
  {
    selector: 'ImportDeclaration[source.value=/^\\.\\u002f/] ~ ImportDeclaration[source.value=/^\\.\\./]',
    message: 'Files beside this one are imported last.',
  },
];

export default tseslint.config(
  {
    ignores: ['node_modules/', '.data/', '.cache/', 'coverage/', '.dependency-cruiser.cjs', 'clients/typescript/dist/'],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 14],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        ...importOrder,
        { selector: "ImportDeclaration[source.value='pg'] > ImportSpecifier", message: 'Import pg, and say pg.Pool.' },
        {
          selector: "VariableDeclarator[id.type='ArrayPattern'][init.name='rows']",
          message: 'A row that may be missing is rows[0], and one that always comes requireRow(rows).',
        },
      ],
    },
  },
  {
    files: ['domain/**/*.ts', 'workflows/**/*.ts'],
    rules: {
      'no-restricted-properties': ['error', ...pureTime],
      'no-restricted-globals': ['error', 'process', 'Intl', 'performance', 'fetch', 'setTimeout', 'setInterval'],
      'no-restricted-syntax': [
        'error',
        ...importOrder,
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take `now` as an argument.' },
      ],
      'no-restricted-imports': ['error', { patterns: ['node:*', 'luxon'] }],
    },
  },
  {
    files: [
      '{activities,analytics,api,contracts,journal,launcher,maintenance,operator,providers,runtime,store,tracing,worker}/**/*.ts',
    ],
    ignores: ['store/postgres/{database-client,database-fault,pool}.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'pg',
              allowTypeImports: true,
              message:
                'Connect through createPool or DatabaseClient: the loss of any other connection ends the process.',
            },
          ],
        },
      ],
    },
  },
  // As many lines as the description has documents: it is generated.
  { files: ['clients/typescript/{lane,operations,wire}.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['{launcher,maintenance,operator,runtime,scripts,examples,test,bench}/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', setTimeout: 'readonly' } },
  },
);

/** What a ScratchOrgInfo row asks for. Source: object_reference, sforce_api_objects_scratchorginfo. */
export interface Signup {
  /** Of the ScratchOrgInfo row, 18 characters. */
  readonly id: string;
  readonly username: string | null;
  readonly adminEmail: string | null;
  readonly orgName: string | null;
  readonly edition: string | null;
  /** Separated by semicolons or commas. */
  readonly features: string | null;
  readonly durationDays: number | null;
  readonly clientId: string | null;
  readonly namespace: string | null;
  readonly snapshot: string | null;
  readonly sourceOrg: string | null;
  readonly release: string | null;
  readonly hasSampleData: boolean;
}

/** Why a signup cannot be done, in the words of ScratchOrgInfo.ErrorCode; the CLI shows it as it is. */
export class SignupError extends Error {
  override readonly name = 'SignupError';
}

/** Organization.OrganizationType by the edition of a definition file. Source: sfdx_dev, "Supported Scratch Org Editions". */
const EDITIONS: Readonly<Record<string, string>> = {
  developer: 'Developer Edition',
  enterprise: 'Enterprise Edition',
  professional: 'Professional Edition',
  group: 'Team Edition',
  'partner developer': 'Developer Edition',
  'partner enterprise': 'Enterprise Edition',
  'partner professional': 'Professional Edition',
  'partner group': 'Team Edition'
};

/** Features that every local org has as far as any has, or that only show in the user interface. In lower case. */
const FEATURES_THERE: ReadonlySet<string> = new Set(
  [
    'API',
    'AuthorApex',
    'Communities',
    'CustomApps',
    'CustomTabs',
    'DebugApex',
    'EnableSetPasswordInApi',
    'ForceComPlatform',
    'LightningSalesConsole',
    'LightningServiceConsole',
    'PlatformCache',
    'SalesUser',
    'ServiceCloud',
    'ServiceUser',
    'Sites',
    'Walkthroughs'
  ].map((name) => name.toLowerCase())
);

const DEFAULT_DAYS = 7;
const MAX_DAYS = 30;

/** @throws SignupError naming the first wish that cannot be met. */
export function checkSignup(signup: Signup): { readonly organizationType: string; readonly durationDays: number } {
  const unsupported = (what: string): SignupError => new SignupError(`not supported by the local org: ${what}`);
  if (signup.snapshot) throw unsupported('scratch orgs from a snapshot');
  if (signup.sourceOrg) throw unsupported('scratch orgs of the shape of another org (sourceOrg)');
  if (signup.namespace) throw unsupported('namespaces; create the org with --no-namespace');
  if (signup.hasSampleData) throw unsupported('sample data; set hasSampleData to false');
  for (const feature of (signup.features ?? '').split(/[;,]/).map((name) => name.trim())) {
    const [name = ''] = feature.split(':');
    if (name !== '' && !FEATURES_THERE.has(name.toLowerCase()))
      throw unsupported(`the feature ${name} of a scratch org`);
  }
  const organizationType = EDITIONS[(signup.edition ?? 'Developer').toLowerCase()];
  if (organizationType === undefined) {
    throw new SignupError(`There is no edition ${signup.edition}; take Developer, Enterprise, Group or Professional.`);
  }
  const durationDays = signup.durationDays ?? DEFAULT_DAYS;
  if (durationDays < 1 || durationDays > MAX_DAYS) {
    throw new SignupError(`A scratch org lasts 1 to ${MAX_DAYS} days, not ${durationDays}.`);
  }
  return { organizationType, durationDays };
}

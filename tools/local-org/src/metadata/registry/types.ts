/** A metadata type as files know it. */
export interface FileType {
  readonly name: string;
  readonly directory: string;
  /** Without the dot; null where any suffix may occur (documents) or the component is a folder. */
  readonly suffix: string | null;
  /**
   * - 'file': one XML file
   * - 'content': a file of content and a `-meta.xml` beside it
   * - 'bundle': a folder of files
   */
  readonly shape: 'file' | 'content' | 'bundle';
  /** Components lie in folders, which are components themselves. */
  readonly inFolder: boolean;
  readonly children: readonly ChildType[];
  /** What the platform would do with it and the local org does not; told as a warning at deploy. */
  readonly inert: string | null;
}

/** A part of an object's file; in source form a file of its own. */
export interface ChildType {
  readonly name: string;
  /** Element in the parent's file: `fields`. */
  readonly element: string;
  /** Folder and suffix in source form; null: never taken apart there. */
  readonly directory: string | null;
  readonly suffix: string | null;
}

const OBJECT_CHILDREN: readonly ChildType[] = [
  { name: 'CustomField', element: 'fields', directory: 'fields', suffix: 'field' },
  { name: 'ValidationRule', element: 'validationRules', directory: 'validationRules', suffix: 'validationRule' },
  { name: 'RecordType', element: 'recordTypes', directory: 'recordTypes', suffix: 'recordType' },
  { name: 'FieldSet', element: 'fieldSets', directory: 'fieldSets', suffix: 'fieldSet' },
  { name: 'ListView', element: 'listViews', directory: 'listViews', suffix: 'listView' },
  { name: 'CompactLayout', element: 'compactLayouts', directory: 'compactLayouts', suffix: 'compactLayout' },
  { name: 'Index', element: 'indexes', directory: 'indexes', suffix: 'index' },
  { name: 'WebLink', element: 'webLinks', directory: 'webLinks', suffix: 'webLink' },
  {
    name: 'BusinessProcess',
    element: 'businessProcesses',
    directory: 'businessProcesses',
    suffix: 'businessProcess'
  },
  { name: 'SharingReason', element: 'sharingReasons', directory: 'sharingReasons', suffix: 'sharingReason' }
];

const LABEL_CHILDREN: readonly ChildType[] = [
  { name: 'CustomLabel', element: 'labels', directory: null, suffix: null }
];

const NOT_RUN = 'stored, but the local org does not run it';

/**
 * Types by line: name, folder, suffix (`-`: none), options.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_types_list.htm
 */
const TABLE = `
ApexClass classes cls content
ApexTrigger triggers trigger content
ApexPage pages page content inert
ApexComponent components component content inert
ApexTestSuite testSuites testSuite
CustomObject objects object
CustomMetadata customMetadata md
CustomLabels labels labels
CustomPermission customPermissions customPermission
PermissionSet permissionsets permissionset
PermissionSetGroup permissionsetgroups permissionsetgroup
MutingPermissionSet mutingpermissionsets mutingpermissionset
Profile profiles profile
Role roles role
Group groups group
Queue queues queue
StaticResource staticresources resource content
NamedCredential namedCredentials namedCredential
ExternalCredential externalCredentials externalCredential
RemoteSiteSetting remoteSiteSettings remoteSite
CspTrustedSite cspTrustedSites cspTrustedSite
GlobalValueSet globalValueSets globalValueSet
StandardValueSet standardValueSets standardValueSet
Layout layouts layout
CustomTab tabs tab
CustomApplication applications app
FlexiPage flexipages flexipage
QuickAction quickActions quickAction
HomePageLayout homePageLayouts homePageLayout
HomePageComponent homePageComponents homePageComponent
AppMenu appMenus appMenu
PathAssistant pathAssistants pathAssistant
LightningMessageChannel messageChannels messageChannel
LightningComponentBundle lwc - bundle
AuraDefinitionBundle aura - bundle
ExperienceBundle experiences - bundle
WaveTemplateBundle waveTemplates - bundle
Report reports report folder
Dashboard dashboards dashboard folder
Document documents - content folder
EmailTemplate email email content folder
ReportType reportTypes reportType
Flow flows flow inert
FlowDefinition flowDefinitions flowDefinition
EmailServicesFunction emailservices xml inert
FlowTest flowtests flowtest
Workflow workflows workflow inert
ApprovalProcess approvalProcesses approvalProcess inert
AssignmentRules assignmentRules assignmentRules inert
AutoResponseRules autoResponseRules autoResponseRules inert
EscalationRules escalationRules escalationRules inert
SharingRules sharingRules sharingRules inert
DuplicateRule duplicateRules duplicateRule inert
MatchingRules matchingRules matchingRule inert
RestrictionRule restrictionRules rule inert
Settings settings settings
ConnectedApp connectedApps connectedApp
AuthProvider authproviders authprovider
ExternalServiceRegistration externalServiceRegistrations externalServiceRegistration inert
CustomObjectTranslation objectTranslations objectTranslation
Translations translations translation
TopicsForObjects topicsForObjects topicsForObjects
Community communities community
CustomSite sites site
Network networks network
CustomNotificationType notificationtypes notiftype
PlatformCachePartition cachePartitions cachePartition
PlatformEventChannel platformEventChannels platformEventChannel
PlatformEventChannelMember platformEventChannelMembers platformEventChannelMember
PlatformEventSubscriberConfig PlatformEventSubscriberConfigs platformEventSubscriberConfig
TransactionSecurityPolicy transactionSecurityPolicies transactionSecurityPolicy
Letterhead letterhead letter
BrandingSet brandingSets brandingSet
LightningExperienceTheme lightningExperienceThemes lightningExperienceTheme
ContentAsset contentassets asset content
Certificate certs crt content
CorsWhitelistOrigin corsWhitelistOrigins corsWhitelistOrigin
DelegateGroup delegateGroups delegateGroup
InstalledPackage installedPackages installedPackage inert
CustomHelpMenuSection customHelpMenuSections customHelpMenuSection
ProfilePasswordPolicy profilePasswordPolicies profilePasswordPolicy
ProfileSessionSetting profileSessionSettings profileSessionSetting
Scontrol scontrols scf content
IframeWhiteListUrlSettings iframeWhiteListUrlSettings iframeWhiteListUrlSettings
UserAccessPolicy useraccesspolicies useraccesspolicy inert
ExternalDataSource dataSources dataSource inert
Prompt prompts prompt
RecordActionDeployment recordActionDeployments deployment
AnimationRule animationRules animationRule
DataCategoryGroup datacategorygroups datacategorygroup
LeadConvertSettings LeadConvertSettings LeadConvertSetting
EntitlementProcess entitlementProcesses entitlementProcess inert
MilestoneType milestoneTypes milestoneType
ManagedContentType managedContentTypes managedContentType
CustomIndex customindex indx
InvocableActionExt invocableactionextensions invocableactionextension inert
DataWeaveResource dw dwl content inert
AnalyticSnapshot analyticSnapshots snapshot inert
Audience audience audience
Bot bots bot inert
CallCenter callCenters callCenter
CustomFeedFilter feedFilters feedFilter
CustomPageWebLink weblinks weblink
EmbeddedServiceConfig EmbeddedServiceConfig EmbeddedServiceConfig
EventRelayConfig eventRelays eventRelay inert
FlowCategory flowCategories flowCategory
GlobalValueSetTranslation globalValueSetTranslations globalValueSetTranslation
StandardValueSetTranslation standardValueSetTranslations standardValueSetTranslation
KeywordList moderation keywords inert
ManagedTopics managedTopics managedTopics
NavigationMenu navigationMenus navigationMenu
NetworkBranding networkBranding networkBranding content
OauthCustomScope oauthcustomscopes oauthcustomscope
PostTemplate postTemplates postTemplate
QueueRoutingConfig queueRoutingConfigs queueRoutingConfig
RedirectWhitelistUrl redirectWhitelistUrls redirectWhitelistUrl
SamlSsoConfig samlssoconfigs samlssoconfig
ServiceChannel serviceChannels serviceChannel
ServicePresenceStatus servicePresenceStatuses servicePresenceStatus
SharingSet sharingSets sharingSet inert
Skill skills skill
Territory2Type territory2Types territory2Type
UserCriteria userCriteria userCriteria
DigitalExperienceBundle digitalExperiences - bundle
GenAiFunction genAiFunctions - bundle inert
GenAiPlugin genAiPlugins genAiPlugin inert
GenAiPromptTemplate genAiPromptTemplates genAiPromptTemplate inert
LightningTypeBundle lightningTypes - bundle
LightningOutApp lightningOutApps lightningOutApp
ActionPlanTemplate actionPlanTemplates apt
ApexEmailNotifications apexEmailNotifications notifications
CampaignInfluenceModel campaignInfluenceModels campaignInfluenceModel
CanvasMetadata Canvases Canvas
ChannelLayout channelLayouts channelLayout
ChatterExtension ChatterExtensions ChatterExtension
EmbeddedServiceBranding EmbeddedServiceBranding EmbeddedServiceBranding
EntitlementTemplate entitlementTemplates entitlementTemplate
ExternalClientApplication externalClientApps eca
ExtlClntAppConfigurablePolicies extlClntAppPolicies ecaPlcy
ExtlClntAppGlobalOauthSettings extlClntAppGlobalOauthSets ecaGlblOauth
ExtlClntAppOauthConfigurablePolicies extlClntAppOauthPolicies ecaOauthPlcy
ExtlClntAppOauthSettings extlClntAppOauthSettings ecaOauth
FeatureParameterBoolean featureParameters featureParameterBoolean
FeatureParameterDate featureParameters featureParameterDate
FeatureParameterInteger featureParameters featureParameterInteger
ForecastingType forecastingTypes forecastingType
GenAiPlanner genAiPlanners genAiPlanner inert
GenAiPlannerBundle genAiPlannerBundles - bundle inert
Icon icons icon
LightningBolt lightningBolts lightningBolt
LightningOnboardingConfig lightningOnboardingConfigs lightningOnboardingConfig
LiveChatAgentConfig liveChatAgentConfigs liveChatAgentConfig
LiveChatButton liveChatButtons liveChatButton
LiveChatDeployment liveChatDeployments liveChatDeployment
MessagingChannel messagingChannels messagingChannel inert
MyDomainDiscoverableLogin myDomainDiscoverableLogins myDomainDiscoverableLogin
PaymentGatewayProvider paymentGatewayProviders paymentGatewayProvider
PresenceDeclineReason presenceDeclineReasons presenceDeclineReason
PresenceUserConfig presenceUserConfigs presenceUserConfig
PublicKeyCertificate PublicKeyCertificate PublicKeyCertificate
PublicKeyCertificateSet PublicKeyCertificateSet PublicKeyCertificateSet
RecommendationStrategy recommendationStrategies recommendationStrategy inert
SynonymDictionary synonymDictionaries synonymDictionary
Territory2Model territory2Models territory2Model
TimeSheetTemplate timeSheetTemplates timeSheetTemplate
`;

function read(line: string): FileType {
  const [name = '', directory = '', suffix = '-', ...options] = line.split(' ');
  return {
    name,
    directory,
    suffix: suffix === '-' ? null : suffix,
    shape: options.includes('bundle') ? 'bundle' : options.includes('content') ? 'content' : 'file',
    inFolder: options.includes('folder'),
    children: name === 'CustomObject' ? OBJECT_CHILDREN : name === 'CustomLabels' ? LABEL_CHILDREN : [],
    inert: options.includes('inert') ? NOT_RUN : null
  };
}

export const FILE_TYPES: readonly FileType[] = TABLE.trim().split('\n').map(read);

const byName = new Map(FILE_TYPES.map((type) => [type.name, type]));
const bySuffix = new Map(FILE_TYPES.flatMap((type) => (type.suffix === null ? [] : [[type.suffix, type] as const])));
/** Suffixes that the CLI used to write and still reads. */
const OLD_SUFFIXES: Readonly<Record<string, string>> = { custompageweblink: 'weblink' };
const childrenByName = new Map(
  FILE_TYPES.flatMap((parent) => parent.children.map((child) => [child.name, { parent, child }] as const))
);

export const fileTypeByName = (name: string): FileType | null => byName.get(name) ?? null;
/** Of a path in an archive: its folder decides, and where types share one, the suffix. */
export function fileTypeByPath(path: string): FileType | null {
  const directory = path.slice(0, path.indexOf('/'));
  const types = FILE_TYPES.filter((type) => type.directory === directory);
  return types.find(({ suffix }) => suffix !== null && path.endsWith(`.${suffix}`)) ?? types[0] ?? null;
}
/**
 * Name of the bundle that a file belongs to; null: it belongs to none.
 *
 * @param inside path below the folder of the type
 */
export function bundleOf(type: FileType, inside: string): string | null {
  const slash = inside.indexOf('/');
  if (slash > 0) return inside.slice(0, slash);
  // The description of an experience lies beside its folder (Metadata API Developer Guide, ExperienceBundle).
  return type.name === 'ExperienceBundle' ? (/^(.+)\.site-meta\.xml$/.exec(inside)?.[1] ?? null) : null;
}

export const fileTypeBySuffix = (suffix: string): FileType | null =>
  bySuffix.get(OLD_SUFFIXES[suffix] ?? suffix) ?? null;

/** The parent type and the part's description for 'CustomField' and the like. */
export const childTypeByName = (name: string): { readonly parent: FileType; readonly child: ChildType } | null =>
  childrenByName.get(name) ?? null;

export const isKnownType = (name: string): boolean => byName.has(name) || childrenByName.has(name);

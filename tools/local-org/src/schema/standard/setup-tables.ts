/**
 * Setup objects: who may do what, code, jobs and what else the platform keeps of the org itself.
 * Source of names, types and prefixes: https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/
 * Form of the table: read-table.ts.
 */
export const SETUP_TABLE = `
Organization 00D "Organization" "Organizations" Read setup undeletable nocreate nodelete
  Name string(80) required name
  Division string(80)
  Street textarea(255)
  City string(40)
  State string(80)
  PostalCode string(20)
  Country string(80)
  Latitude double(18,15)
  Longitude double(18,15)
  Phone phone
  Fax phone
  PrimaryContact string(80)
  DefaultLocaleSidKey picklist(en_US*|en_GB|de_DE|fr_FR|ja_JP) required
  TimeZoneSidKey picklist(America/Los_Angeles*|America/New_York|Europe/Berlin|Europe/London|GMT|Asia/Tokyo) required
  LanguageLocaleKey picklist(en_US*|de|fr|ja) required
  ReceivesInfoEmails bool
  ReceivesAdminInfoEmails bool
  FiscalYearStartMonth int
  UsesStartDateAsFiscalYearName bool
  DefaultAccountAccess picklist(None|Read|Edit|ControlledByLeadOrContact) ro
  DefaultContactAccess picklist(None|Read|Edit|ControlledByParent) ro
  DefaultOpportunityAccess picklist(None|Read|Edit) ro
  DefaultLeadAccess picklist(None|Read|Edit|ReadEditTransfer) ro
  DefaultCaseAccess picklist(None|Read|Edit|ReadEditTransfer) ro
  DefaultCalendarAccess picklist(HideDetails|ShowDetails) ro
  DefaultPricebookAccess picklist(None|Read|ReadSelect) ro
  DefaultCampaignAccess picklist(None|Read|Edit|All) ro
  ComplianceBccEmail email ro
  UiSkin picklist(Theme3|Theme4*) ro
  SignupCountryIsoCode string(2) ro
  TrialExpirationDate datetime ro
  NumKnowledgeService int ro
  OrganizationType picklist(Developer Edition*|Enterprise Edition|Unlimited Edition|Professional Edition) ro
  NamespacePrefix string(15) ro
  InstanceName string(5) ro
  IsSandbox bool ro
  WebToCaseDefaultOrigin string(40)
  MonthlyPageViewsUsed int ro
  MonthlyPageViewsEntitlement int ro
  IsReadOnly bool ro

UserLicense 100 "User License" "User Licenses" Read setup undeletable readonly
  LicenseDefinitionKey string(40) required
  Name string(80) required name
  MasterLabel string(40) required
  TotalLicenses int ro
  Status picklist(Active*|Disabled) ro
  UsedLicenses int ro
  UsedLicensesLastUpdated datetime ro

Profile 00e "Profile" "Profile" Read setup undeletable
  Name string(255) required name idlookup
  UserLicenseId ref(UserLicense) rel=UserLicense noupdate
  UserType picklist(Standard*|PowerPartner|PowerCustomerSuccess|CustomerSuccess|CspLitePortal|Guest|CsnOnly|AutomatedProcess) ro
  Description string(255)
  LastViewedDate datetime ro
  LastReferencedDate datetime ro
@systemPermissions

UserRole 00E "Role" "Role" Read setup undeletable
  Name string(80) required name
  ParentRoleId ref(UserRole) rel=ParentRole
  RollupDescription string(80)
  OpportunityAccessForAccountOwner picklist(None|Read|Edit*) required
  CaseAccessForAccountOwner picklist(None*|Read|Edit)
  ContactAccessForAccountOwner picklist(None*|Read|Edit)
  ForecastUserId ref(User) rel=ForecastUser
  MayForecastManagerShare bool ro
  PortalAccountId ref(Account) rel=PortalAccount
  PortalType picklist(None*|CustomerPortal|Partner) ro
  PortalAccountOwnerId ref(User) rel=PortalAccountOwner ro
  DeveloperName string(80)

User 005 "User" "Users" Read setup undeletable nodelete
  Username string(80) required unique idlookup
  LastName string(80) required
  FirstName string(40)
  MiddleName string(40)
  Suffix string(40)
  Name string(121) ro name always
  CompanyName string(80)
  Division string(80)
  Department string(80)
  Title string(80)
  Street textarea(255)
  City string(40)
  State string(80)
  PostalCode string(20)
  Country string(80)
  Latitude double(18,15)
  Longitude double(18,15)
  Email string(128) required idlookup
  EmailPreferencesAutoBcc bool
  EmailPreferencesAutoBccStayInTouch bool
  EmailPreferencesStayInTouchReminder bool
  SenderEmail email
  SenderName string(80)
  Signature textarea(1333)
  Phone phone
  Fax phone
  MobilePhone phone
  Alias string(8) required
  CommunityNickname string(40)
  BadgeText string(80) ro
  IsActive bool default=true
  TimeZoneSidKey picklist(America/Los_Angeles*|America/New_York|America/Chicago|America/Denver|Europe/Berlin|Europe/London|Europe/Paris|GMT|Asia/Tokyo|Asia/Kolkata|Australia/Sydney) required
  UserRoleId ref(UserRole) rel=UserRole children=Users
  LocaleSidKey picklist(en_US*|en_GB|de_DE|fr_FR|ja_JP) required
  ReceivesInfoEmails bool
  ReceivesAdminInfoEmails bool
  EmailEncodingKey picklist(UTF-8*|ISO-8859-1|Shift_JIS) required
  ProfileId ref(Profile) rel=Profile children=Users required
  UserType picklist(Standard*|PowerPartner|PowerCustomerSuccess|CustomerSuccess|CspLitePortal|Guest|CsnOnly|AutomatedProcess) ro
  UserSubtype picklist() ro
  LanguageLocaleKey picklist(en_US*|de|fr|ja|es|it) required
  EmployeeNumber string(20)
  DelegatedApproverId ref(Group,User) rel=DelegatedApprover
  ManagerId ref(User) rel=Manager children=ManagedUsers
  LastLoginDate datetime ro
  LastPasswordChangeDate datetime ro
  OfflineTrialExpirationDate datetime ro
  OfflinePdaTrialExpirationDate datetime ro
  UserPermissionsMarketingUser bool
  UserPermissionsOfflineUser bool
  UserPermissionsCallCenterAutoLogin bool
  UserPermissionsSFContentUser bool
  UserPermissionsKnowledgeUser bool
  UserPermissionsInteractionUser bool
  UserPermissionsSupportUser bool
  ForecastEnabled bool
  UserPreferencesActivityRemindersPopup bool
  UserPreferencesLightningExperiencePreferred bool
  ContactId ref(Contact) rel=Contact children=Users
  AccountId ref(Account) rel=Account children=Users ro
  CallCenterId ref(CallCenter) rel=CallCenter
  Extension phone
  FederationIdentifier string(512) unique idlookup
  AboutMe textarea(1000)
  FullPhotoUrl url ro
  SmallPhotoUrl url ro
  MediumPhotoUrl url ro
  DigestFrequency picklist(D*|W|N)
  DefaultGroupNotificationFrequency picklist(P|D|W|N*)
  LastViewedDate datetime ro
  LastReferencedDate datetime ro
  IsProfilePhotoActive bool ro
  IndividualId ref(Individual) rel=Individual

CallCenter 04v "Call Center" "Call Centers" Read setup undeletable readonly
  Name string(80) required name
  InternalName string(80)

PermissionSet 0PS "Permission Set" "Permission Sets" Read setup undeletable
  Name string(80) required name idlookup
  Label string(80) required
  LicenseId ref(UserLicense,PermissionSetLicense) rel=License noupdate
  ProfileId ref(Profile) rel=Profile ro
  IsOwnedByProfile bool ro
  IsCustom bool ro default=true
  Description string(255)
  NamespacePrefix string(15) ro
  HasActivationRequired bool
  PermissionSetGroupId ref(PermissionSetGroup) rel=PermissionSetGroup ro
  Type picklist(Regular*|Standard|Session|Group|Profile) ro
@systemPermissions

PermissionSetLicense 0PL "Permission Set License" "Permission Set Licenses" Read setup undeletable readonly
  DeveloperName string(80) required name
  MasterLabel string(80) required
  PermissionSetLicenseKey string(80)
  TotalLicenses int ro
  UsedLicenses int ro
  Status picklist(Active*|Disabled) ro

PermissionSetAssignment 0Pa "Permission Set Assignment" "Permission Set Assignments" Read setup undeletable noupdate unaudited
  PermissionSetId ref(PermissionSet) rel=PermissionSet children=Assignments noupdate cascade
  PermissionSetGroupId ref(PermissionSetGroup) rel=PermissionSetGroup children=Assignments noupdate cascade
  AssigneeId ref(User) rel=Assignee children=PermissionSetAssignments required noupdate
  SystemModstamp datetime ro always
  ExpirationDate datetime
  LastCreatedByChangeId string(18) ro
  IsActive bool ro default=true
  IsRevoked bool ro

PermissionSetLicenseAssign 2LA "Permission Set License Assignment" "Permission Set License Assignments" Read setup undeletable noupdate
  PermissionSetLicenseId ref(PermissionSetLicense) rel=PermissionSetLicense children=PermissionSetLicenseAssignments required noupdate
  AssigneeId ref(User) rel=Assignee children=PermissionSetLicenseAssignments required noupdate

PermissionSetGroup 0PG "Permission Set Group" "Permission Set Groups" Read setup
  DeveloperName string(80) required name
  Language picklist(en_US*)
  MasterLabel string(80) required
  NamespacePrefix string(15) ro
  Description textarea(255)
  Status picklist(Updated*|Outdated|Updating|Failed) ro
  HasActivationRequired bool

PermissionSetGroupComponent 0PM "Permission Set Group Component" "Permission Set Group Components" Read setup
  PermissionSetGroupId ref(PermissionSetGroup) rel=PermissionSetGroup children=PermissionSetGroupComponents required noupdate cascade
  PermissionSetId ref(PermissionSet,MutingPermissionSet) rel=PermissionSet required noupdate cascade

MutingPermissionSet 0QM "Muting Permission Set" "Muting Permission Sets" Read setup undeletable
  DeveloperName string(80) required name
  MasterLabel string(80) required
  Language picklist(en_US*)
  NamespacePrefix string(15) ro
@systemPermissions

ScratchOrgInfo 2SR "Scratch Org Info" "Scratch Org Infos" Read setup owner=
  Name string(80) ro name auto=SO-{00000000}
  AdminEmail email noupdate
  Country string(2) noupdate
  Description textarea(255)
  DurationDays int(2) noupdate
  Edition string(40) noupdate
  Features longtext(32768) noupdate
  HasSampleData bool noupdate
  Language string(10) noupdate
  Namespace string(15) noupdate
  OrgName string(80) noupdate
  Package2AncestorIds longtext(32768) noupdate
  Release string(40) noupdate
  Snapshot string(80) noupdate
  SourceOrg string(18) noupdate
  Username string(80) noupdate
  ConnectedAppCallbackUrl string(2000) noupdate
  ConnectedAppConsumerKey string(256) noupdate
  AuthCode string(255) ro
  DeletedBy string(80) ro
  DeletedDate datetime ro
  ErrorCode string(1000) ro
  ExpirationDate date ro
  LastLoginDate date ro
  LoginUrl url ro
  ScratchOrg string(15) ro
  SignupCountry string(2) ro
  SignupEmail email ro
  SignupInstance string(40) ro
  SignupLanguage string(10) ro
  SignupTrialDays int ro
  SignupUsername string(80) ro
  Status picklist(New*|Creating|Active|Error|Deleted) ro

ActiveScratchOrg 2SA "Active Scratch Org" "Active Scratch Orgs" Read setup nocreate noupdate owner=
  Name string(80) ro name auto=ASO-{00000000}
  ScratchOrgInfoId ref(ScratchOrgInfo) rel=ScratchOrgInfo children=ActiveScratchOrgs ro cascade
  ScratchOrg string(15) ro
  Edition string(40) ro
  ExpirationDate date ro
  Features longtext(32768) ro
  LastLoginDate date ro
  Namespace string(15) ro
  OrgName string(80) ro
  SignupEmail email ro
  SignupInstance string(40) ro
  SignupUsername string(80) ro

SourceMember 0MZ "Source Member" "Source Members" Read setup undeletable nocreate nodelete
  MemberId string(18) ro
  MemberIdOrName string(255) ro
  MemberName string(255) ro name
  MemberType string(80) ro
  ChangedBy string(18) ro
  IsNameObsolete bool ro
  IsNewMember bool ro
  IsUnresolvableName bool ro
  RevisionCounter int(9)
  RevisionNum int(9) ro

ObjectPermissions 110 "Object Permissions" "Object Permissions" Read setup undeletable
  ParentId ref(PermissionSet,MutingPermissionSet) rel=Parent children=ObjectPerms required noupdate cascade
  SobjectType picklist() required noupdate
  PermissionsCreate bool
  PermissionsRead bool
  PermissionsEdit bool
  PermissionsDelete bool
  PermissionsViewAllRecords bool
  PermissionsModifyAllRecords bool
  PermissionsViewAllFields bool

FieldPermissions 01k "Field Permissions" "Field Permissions" Read setup undeletable unaudited
  SystemModstamp datetime ro always
  ParentId ref(PermissionSet,MutingPermissionSet) rel=Parent children=FieldPerms required noupdate cascade
  SobjectType picklist() required noupdate
  Field picklist() required noupdate
  PermissionsEdit bool
  PermissionsRead bool

SetupEntityAccess 0J0 "Setup Entity Access" "Setup Entity Access" Read setup undeletable unaudited noupdate
  SystemModstamp datetime ro always
  ParentId ref(PermissionSet,MutingPermissionSet) rel=Parent children=SetupEntityAccessItems required noupdate cascade
  SetupEntityId ref(ApexClass,ApexPage,ConnectedApplication,CustomPermission,ExternalDataSource,NamedCredential,ServiceProvider,TabSet,CustomEntityDefinition) rel=SetupEntity required noupdate
  SetupEntityType picklist(ApexClass|ApexPage|ConnectedApplication|CustomPermission|ExternalDataSource|NamedCredential|CustomEntityDefinition|CustomMetadata|CustomSetting|TabSet) ro

PermissionSetTabSetting 01P "Permission Set Tab Setting" "Permission Set Tab Settings" Read setup undeletable
  ParentId ref(PermissionSet,MutingPermissionSet) rel=Parent required noupdate cascade
  Name string(255) required noupdate
  Visibility picklist(DefaultOff|DefaultOn*)

CustomPermission 0CP "Custom Permission" "Custom Permissions" Read setup undeletable
  DeveloperName string(80) required name
  IsLicensed bool
  IsProtected bool
  Language picklist(en_US*)
  MasterLabel string(80) required
  NamespacePrefix string(15) ro
  Description string(255)

CustomPermissionDependency 1CC "Custom Permission Dependency" "Custom Permission Dependencies" Read setup undeletable
  CustomPermissionId ref(CustomPermission) rel=CustomPermission required noupdate cascade
  RequiredCustomPermissionId ref(CustomPermission) rel=RequiredCustomPermission required

Group 00G "Group" "Group" Read setup undeletable
  Name string(40) required name
  DeveloperName string(80)
  RelatedId ref(User,UserRole) rel=Related ro
  Type picklist(Regular*|Queue|Role|RoleAndSubordinates|Organization|AllCustomerPortal|Manager) required noupdate
  Email email
  QueueRoutingConfigId ref(QueueRoutingConfig) rel=QueueRoutingConfig
  OwnerId ref(User,Organization) rel=Owner ro
  DoesSendEmailToMembers bool
  DoesIncludeBosses bool
  Description string(255)

QueueRoutingConfig 0K9 "Routing Configuration" "Routing Configurations" Read setup
  DeveloperName string(80) required name
  MasterLabel string(80) required

GroupMember 011 "Group Member" "Group Member" Read setup undeletable unaudited noupdate
  GroupId ref(Group) rel=Group children=GroupMembers required noupdate cascade
  UserOrGroupId ref(Group,User) rel=UserOrGroup required noupdate
  SystemModstamp datetime ro always

QueueSobject 03g "Queue Sobject" "Queue Sobject" Read setup undeletable unaudited noupdate
  QueueId ref(Group) rel=Queue children=QueueSobjects required noupdate cascade
  SobjectType picklist() required noupdate
  CreatedById ref(User) rel=CreatedBy ro always
  SystemModstamp datetime ro always

RecordType 012 "Record Type" "Record Types" Read setup undeletable nodelete
  Name string(80) required name
  DeveloperName string(80) required
  NamespacePrefix string(15) ro
  Description string(255)
  BusinessProcessId ref(BusinessProcess) rel=BusinessProcess
  SobjectType picklist() required noupdate
  IsActive bool
  IsPersonType bool ro

BusinessProcess 019 "Business Process" "Business Process" Read setup undeletable
  Name string(80) required name
  NamespacePrefix string(15) ro
  Description string(255)
  TableEnumOrId picklist(Opportunity|Lead|Case|Solution) required noupdate
  IsActive bool

ApexClass 01p "Apex Class" "Apex Classes" Read setup undeletable
  NamespacePrefix string(15) ro
  Name string(255) required name
  ApiVersion double(18,1) required
  Status picklist(Active*|Deleted|Inactive) required
  IsValid bool
  BodyCrc double(18,0)
  Body longtext(1000000)
  LengthWithoutComments int required

ApexTrigger 01q "Apex Trigger" "Apex Triggers" Read setup undeletable
  NamespacePrefix string(15) ro
  Name string(255) required name
  TableEnumOrId picklist() required
  UsageBeforeInsert bool
  UsageAfterInsert bool
  UsageBeforeUpdate bool
  UsageAfterUpdate bool
  UsageBeforeDelete bool
  UsageAfterDelete bool
  UsageIsBulk bool
  UsageAfterUndelete bool
  ApiVersion double(18,1) required
  Status picklist(Active*|Deleted|Inactive) required
  IsValid bool
  BodyCrc double(18,0)
  Body longtext(1000000)
  LengthWithoutComments int required

ApexPage 066 "Visualforce Page" "Visualforce Pages" Read setup undeletable
  NamespacePrefix string(15) ro
  Name string(80) required name
  ApiVersion double(18,1) required
  MasterLabel string(80) required
  Description textarea(255)
  ControllerType string(255)
  ControllerKey string(255)
  IsAvailableInTouch bool
  IsConfirmationTokenRequired bool
  Markup longtext(1048576) required

ApexComponent 099 "Visualforce Component" "Visualforce Components" Read setup undeletable
  NamespacePrefix string(15) ro
  Name string(80) required name
  ApiVersion double(18,1) required
  MasterLabel string(80) required
  Description textarea(255)
  ControllerType string(255)
  ControllerKey string(255)
  Markup longtext(1048576) required

StaticResource 081 "Static Resource" "Static Resources" Read setup undeletable
  NamespacePrefix string(15) ro
  Name string(255) required name
  ContentType string(120) required
  BodyLength int ro
  Body base64
  Description textarea(255)
  CacheControl picklist(Private*|Public) required

AsyncApexJob 707 "Apex Job" "Apex Jobs" Read setup undeletable unaudited readonly
  CreatedDate datetime ro always
  CreatedById ref(User) rel=CreatedBy ro always
  JobType picklist(Future|SharingRecalculation|ScheduledApex|BatchApex|BatchApexWorker|TestRequest|TestWorker|ApexToken|Queueable) ro always
  ApexClassId ref(ApexClass) rel=ApexClass ro always
  Status picklist(Queued|Processing|Aborted|Completed|Failed|Preparing|Holding) ro always
  JobItemsProcessed int ro always
  TotalJobItems int ro always
  NumberOfErrors int ro always
  CompletedDate datetime ro always
  MethodName string(255) ro always
  ExtendedStatus string(255) ro always
  ParentJobId ref(AsyncApexJob) rel=ParentJob ro always
  LastProcessed string(15) ro always
  LastProcessedOffset int ro always
  CronTriggerId ref(CronTrigger) rel=CronTrigger ro always

ApexTestQueueItem 709 "Apex Test Queue Item" "Apex Test Queue Items" Read setup undeletable unaudited
  CreatedDate datetime ro always
  CreatedById ref(User) rel=CreatedBy ro always
  ApexClassId ref(ApexClass) rel=ApexClass noupdate
  Status picklist(Holding|Queued*|Preparing|Processing|Aborted|Completed|Failed)
  ExtendedStatus string(1000) ro
  ParentJobId ref(AsyncApexJob) rel=ParentJob ro
  TestRunResultId ref(ApexTestRunResult) rel=TestRunResult ro
  ShouldSkipCodeCoverage bool

ApexTestRunResult 05m "Apex Test Run Result" "Apex Test Run Results" Read setup
  AsyncApexJobId ref(AsyncApexJob) rel=AsyncApexJob ro
  UserId ref(User) rel=User ro
  JobName string(255) ro
  IsAllTests bool ro
  Source string(255) ro
  StartTime datetime ro
  EndTime datetime ro
  TestTime int ro
  TestSetupTime int ro
  Status picklist(Queued|Processing|Aborted|Completed|Failed) ro
  ClassesEnqueued int ro
  ClassesCompleted int ro
  MethodsEnqueued int ro
  MethodsCompleted int ro
  MethodsFailed int ro

ApexTestResult 07M "Apex Test Result" "Apex Test Results" Read setup undeletable unaudited
  SystemModstamp datetime ro always
  TestTimestamp datetime ro
  Outcome picklist(Pass|Fail|CompileFail|Skip) ro
  ApexClassId ref(ApexClass) rel=ApexClass ro
  MethodName string(255) ro
  Message string(4000) ro
  StackTrace string(4000) ro
  AsyncApexJobId ref(AsyncApexJob) rel=AsyncApexJob ro
  QueueItemId ref(ApexTestQueueItem) rel=QueueItem ro
  ApexLogId ref(ApexLog) rel=ApexLog ro
  ApexTestRunResultId ref(ApexTestRunResult) rel=ApexTestRunResult ro
  RunTime int ro
  IsTestSetup bool ro

ApexCodeCoverage 714 "Apex Code Coverage" "Apex Code Coverages" Read setup undeletable readonly
  ApexClassOrTriggerId ref(ApexClass,ApexTrigger) rel=ApexClassOrTrigger ro
  ApexTestClassId ref(ApexClass) rel=ApexTestClass ro
  TestMethodName string(255) ro
  NumLinesCovered int ro
  NumLinesUncovered int ro
  Coverage anyType ro

ApexCodeCoverageAggregate 715 "Apex Code Coverage Aggregate" "Apex Code Coverage Aggregates" Read setup undeletable readonly
  ApexClassOrTriggerId ref(ApexClass,ApexTrigger) rel=ApexClassOrTrigger ro
  NumLinesCovered int ro
  NumLinesUncovered int ro
  Coverage anyType ro

ApexOrgWideCoverage 716 "Apex Org Wide Coverage" "Apex Org Wide Coverages" Read setup undeletable readonly
  PercentCovered int ro

ApexLog 07L "Apex Debug Log" "Apex Debug Logs" Read setup undeletable nocreate noupdate
  LogUserId ref(User) rel=LogUser ro
  LogLength int ro
  Request string(255) ro
  Operation string(255) ro
  Application string(255) ro
  Status string(255) ro
  DurationMilliseconds int ro
  StartTime datetime ro
  Location picklist(Monitoring*|SystemLog|HeapDump) ro

DebugLevel 7dl "Debug Level" "Debug Levels" Read setup undeletable
  DeveloperName string(80) required name
  Language picklist(en_US*)
  MasterLabel string(80) required
  Workflow picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)
  Validation picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)
  Callout picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)
  ApexCode picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)
  ApexProfiling picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)
  Visualforce picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)
  System picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)
  Database picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)
  Wave picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)
  Nba picklist(NONE|ERROR|WARN|INFO|DEBUG|FINE|FINER|FINEST)

TraceFlag 7tf "Trace Flag" "Trace Flags" Read setup undeletable
  TracedEntityId ref(User,ApexClass,ApexTrigger) rel=TracedEntity required noupdate
  LogType picklist(DEVELOPER_LOG|USER_DEBUG|CLASS_TRACING) required noupdate
  DebugLevelId ref(DebugLevel) rel=DebugLevel required
  StartDate datetime
  ExpirationDate datetime

CronJobDetail 08a "Cron Job" "Cron Jobs" Read setup undeletable unaudited readonly
  Name string(255) ro name always
  JobType string(255) ro always

CronTrigger 08e "Scheduled Jobs" "Scheduled Jobs" Read setup undeletable unaudited readonly
  CronJobDetailId ref(CronJobDetail) rel=CronJobDetail ro always
  NextFireTime datetime ro always
  PreviousFireTime datetime ro always
  State string(40) ro always
  StartTime datetime ro always
  EndTime datetime ro always
  CronExpression string(255) ro always
  TimeZoneSidKey string(40) ro always
  OwnerId ref(User) rel=Owner ro always
  LastModifiedById ref(User) rel=LastModifiedBy ro always
  CreatedById ref(User) rel=CreatedBy ro always
  CreatedDate datetime ro always
  TimesTriggered int ro always

NamedCredential 0XA "Named Credential" "Named Credentials" Read setup
  DeveloperName string(80) required name
  Language picklist(en_US*)
  MasterLabel string(80) required
  NamespacePrefix string(15) ro
  Endpoint string(1024) ro
  PrincipalType picklist(Anonymous|PerUser|NamedUser) ro
  CalloutOptionsGenerateAuthorizationHeader bool ro
  CalloutOptionsAllowMergeFieldsInHeader bool ro
  CalloutOptionsAllowMergeFieldsInBody bool ro
  AuthProviderId ref(AuthProvider) rel=AuthProvider ro

AuthProvider 0SO "Auth. Provider" "Auth. Providers" Read setup undeletable
  FriendlyName string(32) required name
  DeveloperName string(32) required
  ProviderType picklist(Custom|OpenIdConnect|Salesforce) required

ExternalCredential 7eA "External Credential" "External Credentials" Read setup
  DeveloperName string(80) required name
  MasterLabel string(80) required
  Language picklist(en_US*)
  NamespacePrefix string(15) ro
  AuthenticationProtocol picklist(Oauth|AwsSv4|Custom|Basic|NoAuthentication) ro

PackageLicense 050 "Package License" "Package Licenses" Read setup readonly
  NamespacePrefix string(15) ro name
  Status picklist(Active*|Trial|Expired|Free) ro
  AllowedLicenses int ro
  UsedLicenses int ro
  ExpirationDate datetime ro
  IsProvisioned bool ro

PlatformCachePartition 0Er "Platform Cache Partition" "Platform Cache Partitions" Read setup
  DeveloperName string(80) required name
  MasterLabel string(80) required
  Language picklist(en_US*)
  NamespacePrefix string(15) ro
  Description textarea(255)
  IsDefaultPartition bool

EventBusSubscriber - "Event Bus Subscriber" "Event Bus Subscribers" Read setup undeletable unaudited readonly
  ExternalId string(18) ro
  Name string(80) ro name
  Type string(40) ro
  Topic string(80) ro
  Position int ro
  Tip int ro
  Retries int ro
  LastError string(255) ro
  Status picklist(Running|Suspended|Error) ro
  LastProcessed string(255) ro
  LastPublished string(255) ro
  IsPartitioned bool ro

AppMenuItem 0DS "App Menu Item" "App Menu Items" Read setup readonly
  SortOrder int ro
  Name string(80) ro name
  NamespacePrefix string(15) ro
  Label string(80) ro
  Description textarea(255) ro
  StartUrl string(1024) ro
  Type picklist(TabSet|ConnectedApplication|ServiceProvider) ro
  ApplicationId string(18) ro
  IsVisible bool ro
  IsAccessible bool ro

BusinessHours 01m "Business Hours" "Business Hours" Read setup undeletable nodelete
  Name string(80) required name
  IsActive bool
  IsDefault bool
  SundayStartTime time
  SundayEndTime time
  MondayStartTime time
  MondayEndTime time
  TuesdayStartTime time
  TuesdayEndTime time
  WednesdayStartTime time
  WednesdayEndTime time
  ThursdayStartTime time
  ThursdayEndTime time
  FridayStartTime time
  FridayEndTime time
  SaturdayStartTime time
  SaturdayEndTime time
  TimeZoneSidKey picklist(America/Los_Angeles*|GMT|Europe/Berlin)

Holiday 0C0 "Holiday" "Holidays" Read setup undeletable
  Name string(80) required name
  Description textarea(255)
  IsAllDay bool
  ActivityDate date
  StartTimeInMinutes int
  EndTimeInMinutes int
  IsRecurrence bool

Folder 00l "Folder" "Folders" Read setup undeletable
  Name string(80) required name
  DeveloperName string(80)
  AccessType picklist(Shared|Public|Hidden|PublicInternal) required
  IsReadonly bool
  Type picklist(Document|Email|Report|Dashboard|EmailTemplate) required noupdate
  NamespacePrefix string(15) ro
  ParentId ref(Folder) rel=Parent

EmailTemplate 00X "Email Template" "Email Templates" Read setup undeletable
  Name string(80) required name
  DeveloperName string(80) required
  NamespacePrefix string(15) ro
  OwnerId ref(User) rel=Owner required
  FolderId ref(Folder,Organization,User) rel=Folder required
  TemplateStyle picklist(none*|freeForm|formalLetter) required
  IsActive bool
  TemplateType picklist(text*|html|custom|visualforce) required
  Encoding picklist(UTF-8*|ISO-8859-1) required
  Description textarea(4000)
  Subject string(255)
  HtmlValue longtext(384000)
  Body longtext(384000)
  TimesUsed int ro
  LastUsedDate datetime ro
  ApiVersion double(18,1)
  Markup longtext(1048576)

OrgWideEmailAddress 0D2 "Organization-wide From Email Address" "Organization-wide From Email Addresses" Read setup undeletable
  Address email required
  DisplayName string(255) required name
  IsAllowAllProfiles bool

Report 00O "Report" "Reports" Read setup readonly
  OwnerId ref(User,Folder,Organization) rel=Owner ro
  FolderName string(256) ro
  Name string(40) ro name
  Description textarea(255) ro
  DeveloperName string(80) ro
  NamespacePrefix string(15) ro
  LastRunDate datetime ro
  Format picklist(Tabular|Summary|Matrix|MultiBlock) ro

Dashboard 01Z "Dashboard" "Dashboards" Read setup readonly
  FolderId ref(Folder) rel=Folder ro
  FolderName string(256) ro
  Title string(80) ro name
  DeveloperName string(80) ro
  NamespacePrefix string(15) ro
  Description textarea(255) ro
  RunningUserId ref(User) rel=RunningUser ro

LeadStatus 01J "Lead Status Value" "Lead Status Value" Read setup undeletable readonly
@statusFields
  IsConverted bool ro

CaseStatus 01K "Case Status Value" "Case Status Value" Read setup undeletable readonly
@statusFields
  IsClosed bool ro

TaskStatus 01T "Task Status Value" "Task Status Value" Read setup undeletable readonly
@statusFields
  IsClosed bool ro

TaskPriority 01W "Task Priority Value" "Task Priority Value" Read setup undeletable readonly
@statusFields
  IsHighPriority bool ro

OpportunityStage 01G "Opportunity Stage" "Opportunity Stage" Read setup undeletable readonly
@statusFields
  IsActive bool ro default=true
  IsClosed bool ro
  IsWon bool ro
  ForecastCategory picklist(Omitted|Pipeline|BestCase|Forecast|Closed) ro
  ForecastCategoryName picklist(Omitted|Pipeline|Best Case|Commit|Closed) ro
  DefaultProbability percent(16,2) ro
  Description textarea(255) ro

ContractStatus 02X "Contract Status Value" "Contract Status Value" Read setup undeletable readonly
@statusFields
  StatusCode picklist(Draft|InApproval|Activated|Terminated|Expired) ro

PartnerRole 02P "Partner Role Value" "Partner Role Value" Read setup undeletable readonly
@statusFields
  ReverseRole string(255) ro

Period 026 "Fiscal Period" "Fiscal Period" Read setup undeletable unaudited readonly noquery
  Type picklist(Month|Quarter|Week|Year) ro
  StartDate date ro
  EndDate date ro
  SystemModstamp datetime ro
  IsForecastPeriod bool ro
  Number int ro

LoginHistory 0Ya "Login History" "Login History" Read setup undeletable unaudited readonly
  UserId ref(User) rel=User ro
  LoginTime datetime ro
  LoginType string(40) ro
  SourceIp string(39) ro
  LoginUrl string(80) ro
  AuthenticationServiceId string(18) ro
  LoginGeoId string(18) ro
  TlsProtocol string(40) ro
  CipherSuite string(64) ro
  Browser string(64) ro
  Platform string(64) ro
  Status string(128) ro
  Application string(128) ro
  ClientVersion string(64) ro
  ApiType string(64) ro
  ApiVersion string(32) ro
  CountryIso string(10) ro
  AuthMethodReference string(255) ro

AuthSession 0Ak "Auth Session" "Auth Session" Read setup undeletable unaudited nocreate noupdate
  UsersId ref(User) rel=Users ro
  CreatedDate datetime ro
  LastModifiedDate datetime ro
  NumSecondsValid int ro
  UserType string(40) ro
  SourceIp string(39) ro
  LoginType string(40) ro
  SessionType string(40) ro
  SessionSecurityLevel string(40) ro
  LogoutUrl string(255) ro
  ParentId ref(AuthSession) rel=Parent ro
  LoginHistoryId ref(LoginHistory) rel=LoginHistory ro
  LoginGeoId string(18) ro
  IsCurrent bool ro

SetupAuditTrail 0Ym "Setup Audit Trail Entry" "Setup Audit Trail Entries" Read setup undeletable unaudited readonly
  Action string(100) ro
  Section string(255) ro
  CreatedDate datetime ro
  CreatedById ref(User) rel=CreatedBy ro
  Display string(1000) ro
  DelegateUser string(80) ro

Site 0DM "Site" "Sites" Read setup undeletable readonly
  Name string(80) ro name
  Subdomain string(80) ro
  UrlPathPrefix string(40) ro
  GuestUserId ref(User) rel=GuestUser ro
  Status picklist(Active|InMaintenance|Inactive) ro
  AdminId ref(User) rel=Admin ro
  MasterLabel string(80) ro
  Description textarea(255) ro
  SiteType picklist(ChatterNetwork|Siteforce|Visualforce|User) ro
  GuestRecordDefaultOwnerId ref(User) rel=GuestRecordDefaultOwner ro

ApexEmailNotification 0aG "Apex Email Notification" "Apex Email Notifications" Read setup undeletable
  UserId ref(User) rel=User
  Email email

FlowDefinitionView 4fd "Flow Definition" "Flow Definitions" Read setup undeletable unaudited readonly
  DurableId string(255) ro
  ApiName string(255) ro
  Label string(255) ro name
  Description textarea(255) ro
  ProcessType string(40) ro
  TriggerType string(40) ro
  NamespacePrefix string(15) ro
  ActiveVersionId string(255) ro
  LatestVersionId string(255) ro
  LastModifiedBy string(255) ro
  IsActive bool ro
  IsOutOfDate bool ro
  LastModifiedDate datetime ro
  IsTemplate bool ro
  Builder string(80) ro
  ManageableState string(40) ro
  InstalledPackageName string(80) ro
  TriggerObjectOrEventLabel string(255) ro
  TriggerObjectOrEventId nameref(EntityDefinition) rel=TriggerObjectOrEvent ro
  RecordTriggerType string(40) ro
  HasAsyncAfterCommitPath bool ro
  TriggerOrder int ro
  VersionNumber int ro
  IsOverridable bool ro
  IsSwingFlow bool ro
  OverriddenById string(255) ro
  OverriddenFlowId string(255) ro
  SourceTemplateId string(255) ro
  Environments string(255) ro

FlowVersionView 4fv "Flow Version" "Flow Versions" Read setup undeletable unaudited readonly
  DurableId string(255) ro
  FlowDefinitionViewId nameref(FlowDefinitionView) rel=FlowDefinitionView children=Versions ro
  Label string(255) ro name
  Description textarea(255) ro
  Status string(40) ro
  VersionNumber int ro
  ProcessType string(40) ro
  IsTemplate bool ro
  RunInMode string(40) ro
  LastModifiedDate datetime ro
  ApiVersion double(18,1) ro
  ApiVersionRuntime double(18,1) ro
  Environments string(255) ro

ListView 00B "List View" "List Views" Read setup undeletable readonly
  Name string(40) ro name
  DeveloperName string(80) ro
  NamespacePrefix string(15) ro
  SobjectType picklist() ro
  IsSoqlCompatible bool ro

EntityDefinition 4ie "Entity Definition" "Entity Definitions" Read setup undeletable unaudited readonly
  DurableId string(255) ro
  LastModifiedDate datetime ro
  LastModifiedById ref(User) rel=LastModifiedBy ro
  QualifiedApiName string(100) ro name
  NamespacePrefix string(15) ro
  DeveloperName string(80) ro
  MasterLabel string(80) ro
  Label string(80) ro
  PluralLabel string(80) ro
  DefaultCompactLayoutId string(18) ro
  IsCustomizable bool ro
  IsApexTriggerable bool ro
  IsWorkflowEnabled bool ro
  IsCompactLayoutable bool ro
  IsCustomSetting bool ro
  IsDeprecatedAndHidden bool ro
  IsReplicateable bool ro
  IsRetrieveable bool ro
  IsSearchLayoutable bool ro
  IsSearchable bool ro
  IsTriggerable bool ro
  IsIdEnabled bool ro
  IsEverCreatable bool ro
  IsEverUpdatable bool ro
  IsEverDeletable bool ro
  IsFeedEnabled bool ro
  IsQueryable bool ro
  IsMruEnabled bool ro
  IsLayoutable bool ro
  KeyPrefix string(3) ro
  EditDefinitionUrl string(255) ro
  HelpSettingPageName string(255) ro
  InternalSharingModel string(40) ro
  ExternalSharingModel string(40) ro
  PublisherId string(40) ro

FieldDefinition 4fe "Field Definition" "Field Definitions" Read setup undeletable unaudited readonly
  DurableId string(255) ro
  QualifiedApiName string(100) ro name
  EntityDefinitionId nameref(EntityDefinition) rel=EntityDefinition children=Fields ro
  NamespacePrefix string(15) ro
  DeveloperName string(80) ro
  MasterLabel string(80) ro
  Label string(80) ro
  Length int ro
  DataType string(255) ro
  ValueTypeId string(40) ro
  ExtraTypeInfo string(40) ro
  IsCalculated bool ro
  IsIndexed bool ro
  IsNillable bool ro
  IsCompound bool ro
  IsNameField bool ro
  IsApiFilterable bool ro
  IsApiGroupable bool ro
  IsApiSortable bool ro
  IsHighScaleNumber bool ro
  IsHtmlFormatted bool ro
  IsFieldHistoryTracked bool ro
  IsPolymorphicForeignKey bool ro
  Precision int ro
  Scale int ro
  RelationshipName string(80) ro
  LastModifiedDate datetime ro
  Description textarea(1000) ro

RecentlyViewed - "Recently Viewed" "Recently Viewed" Read setup undeletable unaudited readonly
  Name string(255) ro name
  Type string(80) ro
  LastViewedDate datetime ro
  LastReferencedDate datetime ro

UserRecordAccess - "User Record Access" "User Record Access" Read setup undeletable unaudited readonly
  RecordId string(18) ro
  UserId string(18) ro
  HasReadAccess bool ro
  HasEditAccess bool ro
  HasDeleteAccess bool ro
  HasTransferAccess bool ro
  HasAllAccess bool ro
  MaxAccessLevel picklist(None|Read|Edit|Delete|Transfer|All) ro
`;

/** Fields that the value tables of standard picklists share. */
export const STATUS_FIELDS = `
  MasterLabel string(255) ro name
  ApiName string(255) ro
  SortOrder int ro
  IsDefault bool ro
`;

/**
 * Standard business objects.
 * Source of names, types and prefixes: https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/
 * Form of the table: read-table.ts. `@address X` stands for the parts of the compound address X.
 */
export const BUSINESS_TABLE = `
Account 001 "Account" "Accounts" ReadWrite owner= recordtypes
  MasterRecordId ref(Account) rel=MasterRecord ro label="Master Record ID"
  Name string(255) required name
  Type picklist(Prospect|Customer - Direct|Customer - Channel|Channel Partner / Reseller|Installation Partner|Technology Partner|Other) label="Account Type"
  ParentId ref(Account) rel=Parent children=ChildAccounts label="Parent Account ID"
@address Billing
@address Shipping
  Phone phone label="Account Phone"
  Fax phone label="Account Fax"
  AccountNumber string(40)
  Website url(255)
  PhotoUrl url ro label="Photo URL"
  Sic string(20) label="SIC Code"
  Industry picklist(Agriculture|Apparel|Banking|Biotechnology|Chemicals|Communications|Construction|Consulting|Education|Electronics|Energy|Engineering|Entertainment|Environmental|Finance|Food & Beverage|Government|Healthcare|Hospitality|Insurance|Machinery|Manufacturing|Media|Not For Profit|Recreation|Retail|Shipping|Technology|Telecommunications|Transportation|Utilities|Other)
  AnnualRevenue currency(18,0)
  NumberOfEmployees int(8) label="Employees"
  Ownership picklist(Public|Private|Subsidiary|Other)
  TickerSymbol string(20)
  Description longtext(32000) label="Account Description"
  Rating picklist(Hot|Warm|Cold) label="Account Rating"
  Site string(80) label="Account Site"
  IsPersonAccount bool ro label="Is Person Account"
  IsCustomerPortal bool ro
  IsPartner bool ro
  Tier string(2)
  LastActivityDate date ro label="Last Activity"
  LastViewedDate datetime ro
  LastReferencedDate datetime ro
  Jigsaw string(20)
  JigsawCompanyId string(20) ro
  CleanStatus picklist(Matched|Different|Acknowledged|NotFound|Inactive|Pending*|SelectMatch|Skipped)
  AccountSource picklist(Web|Phone Inquiry|Partner Referral|Purchased List|Other)
  DunsNumber string(9) label="D-U-N-S Number"
  Tradestyle string(255)
  NaicsCode string(8) label="NAICS Code"
  NaicsDesc string(120) label="NAICS Description"
  YearStarted string(4) label="Year Started"
  SicDesc string(80) label="SIC Description"

Contact 003 "Contact" "Contacts" ReadWrite owner= recordtypes
  MasterRecordId ref(Contact) rel=MasterRecord ro
  AccountId ref(Account) rel=Account children=Contacts cascade
  LastName string(80) required
  FirstName string(40)
  Salutation picklist(Mr.|Ms.|Mrs.|Dr.|Prof.)
  MiddleName string(40)
  Suffix string(40)
  Name string(121) ro name always label="Full Name"
@address Other
@address Mailing
  Phone phone label="Business Phone"
  Fax phone label="Business Fax"
  MobilePhone phone
  HomePhone phone
  OtherPhone phone label="Other Phone"
  AssistantPhone phone label="Asst. Phone"
  ReportsToId ref(Contact) rel=ReportsTo children=ReportsToContacts label="Reports To ID"
  Email email idlookup
  Title string(128)
  Department string(80)
  AssistantName string(40) label="Assistant's Name"
  LeadSource picklist(Web|Phone Inquiry|Partner Referral|Purchased List|Other)
  Birthdate date
  Description longtext(32000) label="Contact Description"
  HasOptedOutOfEmail bool label="Email Opt Out"
  HasOptedOutOfFax bool label="Fax Opt Out"
  DoNotCall bool
  LastActivityDate date ro label="Last Activity"
  LastCURequestDate datetime ro
  LastCUUpdateDate datetime ro
  LastViewedDate datetime ro
  LastReferencedDate datetime ro
  EmailBouncedReason string(255)
  EmailBouncedDate datetime
  IsEmailBounced bool ro
  PhotoUrl url ro label="Photo URL"
  Jigsaw string(20)
  JigsawContactId string(20) ro
  CleanStatus picklist(Matched|Different|Acknowledged|NotFound|Inactive|Pending*|SelectMatch|Skipped)
  IndividualId ref(Individual) rel=Individual

Individual 0PK "Individual" "Individuals" ReadWrite owner=
  LastName string(80) required
  FirstName string(40)
  Salutation picklist(Mr.|Ms.|Mrs.|Dr.|Prof.)
  Name string(121) ro name always
  HasOptedOutTracking bool
  HasOptedOutProfiling bool
  HasOptedOutProcessing bool
  HasOptedOutSolicit bool
  ShouldForget bool
  SendIndividualData bool
  CanStorePiiElsewhere bool
  BirthDate date

Lead 00Q "Lead" "Leads" ReadWrite owner= queues recordtypes
  MasterRecordId ref(Lead) rel=MasterRecord ro
  LastName string(80) required
  FirstName string(40)
  Salutation picklist(Mr.|Ms.|Mrs.|Dr.|Prof.)
  MiddleName string(40)
  Suffix string(40)
  Name string(121) ro name always label="Full Name"
  Title string(128)
  Company string(255) required
  Street textarea(255)
  City string(40)
  State string(80)
  PostalCode string(20)
  Country string(80)
  Latitude double(18,15)
  Longitude double(18,15)
  GeocodeAccuracy picklist(Address|NearAddress|Block|Street|ExtendedZip|Zip|Neighborhood|City|County|State|Unknown)
  Address address ro
  Phone phone
  MobilePhone phone
  Fax phone
  Email email idlookup
  Website url(255)
  PhotoUrl url ro label="Photo URL"
  Description longtext(32000)
  LeadSource picklist(Web|Phone Inquiry|Partner Referral|Purchased List|Other)
  Status picklist(Open - Not Contacted*|Working - Contacted|Closed - Converted|Closed - Not Converted) required
  Industry picklist(Agriculture|Apparel|Banking|Biotechnology|Chemicals|Communications|Construction|Consulting|Education|Electronics|Energy|Engineering|Entertainment|Environmental|Finance|Food & Beverage|Government|Healthcare|Hospitality|Insurance|Machinery|Manufacturing|Media|Not For Profit|Recreation|Retail|Shipping|Technology|Telecommunications|Transportation|Utilities|Other)
  Rating picklist(Hot|Warm|Cold)
  AnnualRevenue currency(18,0)
  NumberOfEmployees int(8) label="Employees"
  HasOptedOutOfEmail bool label="Email Opt Out"
  HasOptedOutOfFax bool label="Fax Opt Out"
  DoNotCall bool
  IsConverted bool nocreate label="Converted"
  ConvertedDate date ro
  ConvertedAccountId ref(Account) rel=ConvertedAccount ro
  ConvertedContactId ref(Contact) rel=ConvertedContact ro
  ConvertedOpportunityId ref(Opportunity) rel=ConvertedOpportunity ro
  IsUnreadByOwner bool default=true label="Unread By Owner"
  LastActivityDate date ro label="Last Activity"
  LastViewedDate datetime ro
  LastReferencedDate datetime ro
  Jigsaw string(20)
  EmailBouncedReason string(255)
  EmailBouncedDate datetime
  IndividualId ref(Individual) rel=Individual

Opportunity 006 "Opportunity" "Opportunities" ReadWrite owner= recordtypes
  AccountId ref(Account) rel=Account children=Opportunities cascade
  IsPrivate bool label="Private"
  Name string(120) required name
  Description longtext(32000)
  StageName picklist(Prospecting|Qualification|Needs Analysis|Value Proposition|Id. Decision Makers|Perception Analysis|Proposal/Price Quote|Negotiation/Review|Closed Won|Closed Lost) required label="Stage"
  Amount currency(18,2)
  Probability percent(3,0) label="Probability (%)"
  ExpectedRevenue currency(18,2) ro label="Expected Amount"
  TotalOpportunityQuantity double(18,2) label="Quantity"
  CloseDate date required
  Type picklist(Existing Customer - Upgrade|Existing Customer - Replacement|Existing Customer - Downgrade|New Customer) label="Opportunity Type"
  NextStep string(255)
  LeadSource picklist(Web|Phone Inquiry|Partner Referral|Purchased List|Other)
  IsClosed bool ro label="Closed"
  IsWon bool ro label="Won"
  ForecastCategory picklist(Omitted|Pipeline|BestCase|Forecast|Closed) ro
  ForecastCategoryName picklist(Omitted|Pipeline|Best Case|Commit|Closed)
  CampaignId ref(Campaign) rel=Campaign children=Opportunities label="Campaign ID"
  HasOpportunityLineItem bool ro label="Has Line Item"
  Pricebook2Id ref(Pricebook2) rel=Pricebook2 children=Opportunities label="Price Book ID"
  ContactId ref(Contact) rel=Contact noupdate
  ContractId ref(Contract) rel=Contract children=Opportunities
  LastActivityDate date ro label="Last Activity"
  LastStageChangeDate datetime ro
  PushCount int ro
  FiscalQuarter int ro label="Fiscal Quarter"
  FiscalYear int ro
  Fiscal string(6) ro
  LastViewedDate datetime ro
  LastReferencedDate datetime ro
  HasOpenActivity bool ro
  HasOverdueTask bool ro
  LastAmountChangedHistoryId string(18) ro
  LastCloseDateChangedHistoryId string(18) ro

OpportunityLineItem 00k "Opportunity Product" "Opportunity Product" ControlledByParent
  OpportunityId ref(Opportunity) rel=Opportunity children=OpportunityLineItems required noupdate cascade
  SortOrder int ro
  PricebookEntryId ref(PricebookEntry) rel=PricebookEntry children=OpportunityLineItems noupdate label="Price Book Entry ID"
  Product2Id ref(Product2) rel=Product2 children=OpportunityLineItems noupdate label="Product ID"
  ProductCode string(255) ro
  Name string(376) ro name label="Opportunity Product Name"
  Quantity double(12,2) required
  Discount percent(5,2)
  Subtotal currency(18,2) ro
  TotalPrice currency(18,2)
  UnitPrice currency(18,2) label="Sales Price"
  ListPrice currency(18,2) ro
  ServiceDate date label="Date"
  Description string(255) label="Line Description"

OpportunityContactRole 00K "Opportunity Contact Role" "Opportunity Contact Role" ControlledByParent
  OpportunityId ref(Opportunity) rel=Opportunity children=OpportunityContactRoles required noupdate cascade
  ContactId ref(Contact) rel=Contact children=OpportunityContactRoles required cascade
  Role picklist(Business User|Decision Maker|Economic Buyer|Economic Decision Maker|Evaluator|Executive Sponsor|Influencer|Technical Buyer|Other)
  IsPrimary bool

AccountContactRole 02Z "Account Contact Role" "Account Contact Role" ControlledByParent
  AccountId ref(Account) rel=Account children=AccountContactRoles required noupdate cascade
  ContactId ref(Contact) rel=Contact children=AccountContactRoles required cascade
  Role picklist(Business User|Decision Maker|Evaluator|Influencer|Other)
  IsPrimary bool

AccountContactRelation 07k "Account Contact Relationship" "Account Contact Relationship" ControlledByParent
  AccountId ref(Account) rel=Account children=AccountContactRelations required noupdate cascade
  ContactId ref(Contact) rel=Contact children=AccountContactRelations required noupdate cascade
  Roles multipicklist(Business User|Decision Maker|Evaluator|Influencer|Other)
  IsDirect bool ro
  IsActive bool default=true
  StartDate date
  EndDate date

Case 500 "Case" "Cases" ReadWrite owner= queues recordtypes
  MasterRecordId ref(Case) rel=MasterRecord ro
  CaseNumber string(30) auto={00000000} name always idlookup
  ContactId ref(Contact) rel=Contact children=Cases
  AccountId ref(Account) rel=Account children=Cases
  AssetId ref(Asset) rel=Asset children=Cases
  ParentId ref(Case) rel=Parent children=Cases
  SuppliedName string(80) label="Name"
  SuppliedEmail email label="Email Address"
  SuppliedPhone string(40) label="Phone"
  SuppliedCompany string(80) label="Company"
  Type picklist(Mechanical|Electrical|Electronic|Structural|Other) label="Case Type"
  Status picklist(New*|Working|Escalated|Closed)
  Reason picklist(Installation|Equipment Complexity|Performance|Breakdown|Equipment Design|Feedback|Other) label="Case Reason"
  Origin picklist(Phone|Email|Web) label="Case Origin"
  Language picklist(en_US)
  Subject string(255)
  Priority picklist(High|Medium*|Low)
  Description longtext(32000)
  IsClosed bool ro label="Closed"
  ClosedDate datetime ro label="Closed Date"
  IsEscalated bool label="Escalated"
  ContactPhone phone ro
  ContactMobile phone ro
  ContactEmail email ro
  ContactFax phone ro
  Comments textarea(4000) label="Internal Comments"
  BusinessHoursId ref(BusinessHours) rel=BusinessHours
  LastViewedDate datetime ro
  LastReferencedDate datetime ro

CaseComment 00a "Case Comment" "Case Comments" ControlledByParent
  ParentId ref(Case) rel=Parent children=CaseComments required noupdate cascade
  IsPublished bool
  CommentBody longtext(4000)

Task 00T "Task" "Tasks" Private owner= queues recordtypes
  WhoId ref(Contact,Lead) rel=Who children=Tasks label="Name ID"
  WhatId ref(Account,Asset,Campaign,Case,Contract,ListEmail,Opportunity,Order,Product2,Quote,Solution,WorkOrder) rel=What children=Tasks custom label="Related To ID"
  WhoCount int ro
  WhatCount int ro
  Subject combobox(Call|Send Letter|Send Quote|Other) name
  ActivityDate date label="Due Date Only"
  Status picklist(Not Started*|In Progress|Completed|Waiting on someone else|Deferred) required
  Priority picklist(High|Normal*|Low) required
  IsHighPriority bool ro label="High Priority"
  Description longtext(32000)
  Type picklist(Call|Email|Meeting|Other)
  AccountId ref(Account) rel=Account ro label="Account ID"
  IsClosed bool ro label="Closed"
  IsArchived bool ro
  CallDurationInSeconds int label="Call Duration"
  CallType picklist(Internal|Inbound|Outbound)
  CallDisposition string(255) label="Call Result"
  CallObject string(255) label="Call Object Identifier"
  ReminderDateTime datetime
  IsReminderSet bool
  IsRecurrence bool
  RecurrenceActivityId ref(Task) rel=RecurrenceActivity ro
  RecurrenceStartDateOnly date
  RecurrenceEndDateOnly date
  RecurrenceTimeZoneSidKey picklist(America/Los_Angeles|GMT)
  RecurrenceType picklist(RecursDaily|RecursEveryWeekday|RecursMonthly|RecursMonthlyNth|RecursWeekly|RecursYearly|RecursYearlyNth)
  RecurrenceInterval int
  RecurrenceRegeneratedType picklist(None|AfterDueDate|AfterTaskClose)
  TaskSubtype picklist(Task*|Email|ListEmail|Cadence|Call) noupdate
  CompletedDateTime datetime ro

Event 00U "Event" "Events" Private owner= queues recordtypes
  WhoId ref(Contact,Lead) rel=Who children=Events label="Name ID"
  WhatId ref(Account,Asset,Campaign,Case,Contract,ListEmail,Opportunity,Order,Product2,Quote,Solution,WorkOrder) rel=What children=Events custom label="Related To ID"
  WhoCount int ro
  WhatCount int ro
  Subject combobox(Call|Email|Meeting|Send Letter/Quote|Other) name
  Location string(255)
  IsAllDayEvent bool label="All-Day Event"
  ActivityDateTime datetime label="Due Date Time"
  ActivityDate date label="Due Date Only"
  DurationInMinutes int label="Duration"
  StartDateTime datetime label="Start Date Time"
  EndDateTime datetime label="End Date Time"
  EndDate date ro
  Description longtext(32000)
  AccountId ref(Account) rel=Account ro
  IsPrivate bool label="Private"
  Type picklist(Call|Email|Meeting|Other)
  ShowAs picklist(Busy*|OutOfOffice|Free) label="Show Time As"
  IsChild bool ro
  IsGroupEvent bool ro label="Is Group Event"
  GroupEventType picklist(0*|1|2|3) ro
  IsArchived bool ro
  RecurrenceActivityId ref(Event) rel=RecurrenceActivity ro
  IsRecurrence bool
  ReminderDateTime datetime
  IsReminderSet bool
  EventSubtype picklist(Event*) noupdate

Campaign 701 "Campaign" "Campaigns" ReadWrite owner= recordtypes
  Name string(80) required name
  ParentId ref(Campaign) rel=Parent children=ChildCampaigns
  Type picklist(Conference*|Webinar|Trade Show|Public Relations|Partners|Referral Program|Advertisement|Banner Ads|Direct Mail|Email|Telemarketing|Other)
  Status picklist(Planned*|In Progress|Completed|Aborted)
  StartDate date
  EndDate date
  ExpectedRevenue currency(18,0)
  BudgetedCost currency(18,0) label="Budgeted Cost"
  ActualCost currency(18,0) label="Actual Cost"
  ExpectedResponse percent(10,2) label="Expected Response (%)"
  NumberSent double(18,0) label="Num Sent"
  IsActive bool label="Active"
  Description longtext(32000)
  NumberOfLeads int ro label="Leads in Campaign"
  NumberOfConvertedLeads int ro label="Converted Leads in Campaign"
  NumberOfContacts int ro label="Contacts in Campaign"
  NumberOfResponses int ro label="Responses in Campaign"
  NumberOfOpportunities int ro label="Opportunities in Campaign"
  NumberOfWonOpportunities int ro label="Won Opportunities in Campaign"
  AmountAllOpportunities currency(18,0) ro label="Value Opportunities in Campaign"
  AmountWonOpportunities currency(18,0) ro label="Value Won Opportunities in Campaign"
  HierarchyActualCost currency(18,0) ro
  HierarchyAmountAllOpportunities currency(18,0) ro
  HierarchyAmountWonOpportunities currency(18,0) ro
  HierarchyBudgetedCost currency(18,0) ro
  HierarchyExpectedRevenue currency(18,0) ro
  HierarchyNumberOfContacts int ro
  HierarchyNumberOfConvertedLeads int ro
  HierarchyNumberOfLeads int ro
  HierarchyNumberOfOpportunities int ro
  HierarchyNumberOfResponses int ro
  HierarchyNumberOfWonOpportunities int ro
  HierarchyNumberSent double(18,0) ro
  LastActivityDate date ro
  LastViewedDate datetime ro
  LastReferencedDate datetime ro
  CampaignMemberRecordTypeId ref(RecordType) rel=CampaignMemberRecordType

CampaignMember 00v "Campaign Member" "Campaign Member" ControlledByParent
  CampaignId ref(Campaign) rel=Campaign children=CampaignMembers required noupdate cascade
  LeadId ref(Lead) rel=Lead children=CampaignMembers noupdate cascade
  ContactId ref(Contact) rel=Contact children=CampaignMembers noupdate cascade
  Status picklist(Sent*|Responded)
  HasResponded bool ro
  FirstRespondedDate date ro
  Name string(203) ro name
  Salutation string(40) ro
  FirstName string(40) ro
  LastName string(80) ro
  Title string(128) ro
  Email email ro
  Phone phone ro
  CompanyOrAccount string(255) ro
  Type string(40) ro
  LeadOrContactId string(18) ro
  LeadOrContactOwnerId string(18) ro
  LeadSource string(255) ro
  HasOptedOutOfEmail bool ro
  DoNotCall bool ro

CampaignMemberStatus 01Y "Campaign Member Status" "Campaign Member Status" ControlledByParent
  Label string(765) required name
  CampaignId ref(Campaign) rel=Campaign children=CampaignMemberStatuses required noupdate cascade
  SortOrder int
  IsDefault bool
  HasResponded bool

Product2 01t "Product" "Products" ReadWrite recordtypes
  Name string(255) required name label="Product Name"
  ProductCode string(255)
  Description textarea(4000) label="Product Description"
  IsActive bool label="Active"
  Family picklist(None)
  ExternalDataSourceId string(18)
  ExternalId string(255)
  DisplayUrl url(1000)
  QuantityUnitOfMeasure picklist(Each)
  StockKeepingUnit string(180)
  IsArchived bool ro
  LastViewedDate datetime ro
  LastReferencedDate datetime ro

Pricebook2 01s "Price Book" "Price Books" ReadWrite
  Name string(255) required name label="Price Book Name"
  IsActive bool label="Active"
  IsArchived bool ro
  Description string(255)
  IsStandard bool ro label="Is Standard Price Book"
  LastViewedDate datetime ro
  LastReferencedDate datetime ro

PricebookEntry 01u "Price Book Entry" "Price Book Entries" ControlledByParent
  Name string(255) ro name
  Pricebook2Id ref(Pricebook2) rel=Pricebook2 children=PricebookEntries required noupdate cascade label="Price Book ID"
  Product2Id ref(Product2) rel=Product2 children=PricebookEntries required noupdate cascade label="Product ID"
  UnitPrice currency(18,2) required label="List Price"
  IsActive bool label="Active"
  UseStandardPrice bool
  ProductCode string(255) ro label="Product Code"
  IsArchived bool ro

Contract 800 "Contract" "Contracts" ReadWrite owner= recordtypes
  AccountId ref(Account) rel=Account children=Contracts required cascade
  Pricebook2Id ref(Pricebook2) rel=Pricebook2
  OwnerExpirationNotice picklist(15|30|45|60|90|120)
  StartDate date
  EndDate date ro
@address Billing
  ContractTerm int
  Status picklist(In Approval Process|Activated|Draft*)
  CompanySignedId ref(User) rel=CompanySigned
  CompanySignedDate date
  CustomerSignedId ref(Contact) rel=CustomerSigned
  CustomerSignedTitle string(40)
  CustomerSignedDate date
  SpecialTerms textarea(4000)
  ActivatedById ref(User) rel=ActivatedBy
  ActivatedDate datetime
  StatusCode picklist(Draft*|InApproval|Activated|Terminated|Expired) ro
  Name string(80)
  Description longtext(32000)
  ContractNumber string(30) auto={00000000} name always
  LastApprovedDate datetime ro
  LastActivityDate date ro

Order 801 "Order" "Orders" ReadWrite owner= queues recordtypes
  ContractId ref(Contract) rel=Contract children=Orders
  AccountId ref(Account) rel=Account children=Orders
  Pricebook2Id ref(Pricebook2) rel=Pricebook2 children=Orders
  OriginalOrderId ref(Order) rel=OriginalOrder children=Orders
  OpportunityId ref(Opportunity) rel=Opportunity children=Orders
  EffectiveDate date required
  EndDate date
  IsReductionOrder bool
  Status picklist(Draft*|Activated) required
  Description longtext(32000)
  CustomerAuthorizedById ref(Contact) rel=CustomerAuthorizedBy
  CompanyAuthorizedById ref(User) rel=CompanyAuthorizedBy
  Type picklist()
@address Billing
@address Shipping
  Name string(80)
  PoDate date
  PoNumber string(80)
  OrderReferenceNumber string(80)
  BillToContactId ref(Contact) rel=BillToContact
  ShipToContactId ref(Contact) rel=ShipToContact
  ActivatedDate datetime
  ActivatedById ref(User) rel=ActivatedBy
  StatusCode picklist(Draft*|Activated|Canceled|Expired|Superseded) ro
  OrderNumber string(30) auto={00000000} name always
  TotalAmount currency(18,2) ro
  LastViewedDate datetime ro
  LastReferencedDate datetime ro

OrderItem 802 "Order Product" "Order Products" ControlledByParent
  Product2Id ref(Product2) rel=Product2 children=OrderItems noupdate
  OrderId ref(Order) rel=Order children=OrderItems required noupdate cascade
  PricebookEntryId ref(PricebookEntry) rel=PricebookEntry noupdate
  OriginalOrderItemId ref(OrderItem) rel=OriginalOrderItem
  QuoteLineItemId string(18)
  AvailableQuantity double(12,2) ro
  Quantity double(12,2) required
  UnitPrice currency(18,2)
  ListPrice currency(18,2) ro
  TotalPrice currency(18,2) ro
  ServiceDate date
  EndDate date
  Description string(255)
  OrderItemNumber string(30) auto={0000000000} name always

Asset 02i "Asset" "Assets" ReadWrite owner= recordtypes
  ContactId ref(Contact) rel=Contact children=Assets
  AccountId ref(Account) rel=Account children=Assets
  ParentId ref(Asset) rel=Parent children=ChildAssets
  RootAssetId ref(Asset) rel=RootAsset ro
  Product2Id ref(Product2) rel=Product2 children=Assets
  ProductCode string(255) ro
  IsCompetitorProduct bool
  Name string(255) required name
  SerialNumber string(80)
  InstallDate date
  PurchaseDate date
  UsageEndDate date
  LifecycleStartDate datetime
  LifecycleEndDate datetime
  Status picklist(Purchased|Shipped|Installed|Registered|Obsolete)
  Price currency(18,0)
  Quantity double(12,2)
  Description longtext(32000)
  IsInternal bool
  AssetLevel int ro
  StockKeepingUnit string(180) ro
@address Address

Solution 501 "Solution" "Solutions" ReadWrite owner=
  SolutionNumber string(30) auto={00000000} always
  SolutionName string(255) required name
  IsPublished bool
  IsPublishedInPublicKb bool
  Status picklist(Draft*|Reviewed|Duplicate) required
  IsReviewed bool ro
  SolutionNote longtext(32000)
  TimesUsed int ro
  IsHtml bool ro

Quote 0Q0 "Quote" "Quotes" ControlledByParent owner= queues
  Name string(255) required name
  OpportunityId ref(Opportunity) rel=Opportunity children=Quotes required noupdate cascade
  Pricebook2Id ref(Pricebook2) rel=Pricebook2
  ContactId ref(Contact) rel=Contact
  QuoteNumber string(40) auto={00000000} always
  Status picklist(Draft*|Needs Review|In Review|Approved|Rejected|Presented|Accepted|Denied)
  ExpirationDate date
  Description longtext(32000)
  Tax currency(18,2)
  ShippingHandling currency(18,2)
  Subtotal currency(18,2) ro
  TotalPrice currency(18,2) ro
  Discount percent(5,2) ro
  GrandTotal currency(18,2) ro
  Phone phone
  Email email
@address Billing
@address Shipping

QuoteLineItem 0QL "Quote Line Item" "Quote Line Item" ControlledByParent
  LineNumber string(255) auto={00000000} name always
  QuoteId ref(Quote) rel=Quote children=QuoteLineItems required noupdate cascade
  PricebookEntryId ref(PricebookEntry) rel=PricebookEntry required noupdate
  Product2Id ref(Product2) rel=Product2
  Quantity double(12,2) required
  UnitPrice currency(18,2) required
  Discount percent(5,2)
  Description string(255)
  ServiceDate date
  ListPrice currency(18,2) ro
  Subtotal currency(18,2) ro
  TotalPrice currency(18,2) ro

Attachment 00P "Attachment" "Attachments" ControlledByParent owner=
  ParentId ref(Account,Asset,Campaign,Case,Contact,Contract,EmailMessage,Event,Lead,Opportunity,Order,Product2,Task) rel=Parent children=Attachments required noupdate cascade custom
  Name string(255) required name
  IsPrivate bool
  ContentType string(120)
  BodyLength int ro
  Body base64 required
  Description textarea(500)

Note 002 "Note" "Notes" ControlledByParent owner=
  ParentId ref(Account,Asset,Campaign,Case,Contact,Contract,Lead,Opportunity,Product2) rel=Parent children=Notes required noupdate cascade custom
  Title string(80) required name
  IsPrivate bool
  Body longtext(32000)

Document 015 "Document" "Documents" ReadWrite
  FolderId ref(Folder,User) rel=Folder required
  Name string(255) required name
  DeveloperName string(80)
  NamespacePrefix string(15) ro
  ContentType string(120)
  Type string(40)
  IsPublic bool
  BodyLength int ro
  Body base64
  Url url(1000)
  Description textarea(255)
  Keywords string(255)
  IsInternalUseOnly bool
  AuthorId ref(User) rel=Author
  IsBodySearchable bool ro

ContentDocument 069 "Content Document" "Content Documents" Private owner= nocreate
  ParentId ref(ContentWorkspace) rel=Parent
  IsArchived bool ro
  ArchivedById ref(User) rel=ArchivedBy ro
  ArchivedDate date ro
  Title string(255) required name
  PublishStatus picklist(P*|R|U) ro
  LatestPublishedVersionId ref(ContentVersion) rel=LatestPublishedVersion ro
  Description textarea(1000)
  ContentSize int ro
  FileType string(20) ro
  FileExtension string(40) ro
  SharingOption picklist(A*|R)
  SharingPrivacy picklist(N*|P)
  ContentModifiedDate datetime ro
  LastViewedDate datetime ro
  LastReferencedDate datetime ro

ContentVersion 068 "Content Version" "Content Versions" Private owner= nodelete
  ContentDocumentId ref(ContentDocument) rel=ContentDocument children=ContentVersions noupdate cascade
  IsLatest bool ro
  ContentUrl url(1300)
  ContentBodyId string(18) ro
  VersionNumber string(20) ro
  Title string(255) name
  Description textarea(1000)
  ReasonForChange string(1000)
  SharingOption picklist(A*|R)
  SharingPrivacy picklist(N*|P)
  PathOnClient string(500) noupdate
  RatingCount int ro
  ContentModifiedDate datetime ro
  ContentModifiedById ref(User) rel=ContentModifiedBy ro
  PositiveRatingCount int ro
  NegativeRatingCount int ro
  FeaturedContentBoost int ro
  TagCsv textarea(2000)
  FileType string(20) ro
  PublishStatus picklist(P|R|U*) ro
  VersionData base64
  ContentSize int ro
  FileExtension string(40) ro
  FirstPublishLocationId ref(Account,Case,Contact,Lead,Opportunity,Organization,User) rel=FirstPublishLocation noupdate custom
  Origin picklist(C*|H) noupdate
  ContentLocation picklist(S*|E|L) noupdate
  Checksum string(50) ro
  IsMajorVersion bool noupdate
  IsAssetEnabled bool noupdate
  VersionDataUrl url(255) ro

ContentDocumentLink 06A "Content Document Link" "Content Document Links" ControlledByParent unaudited
  LinkedEntityId ref(Account,Asset,Campaign,Case,Contact,Contract,ContentWorkspace,Event,Group,Lead,Opportunity,Order,Organization,Product2,Task,User) rel=LinkedEntity children=ContentDocumentLinks required noupdate cascade custom
  ContentDocumentId ref(ContentDocument) rel=ContentDocument children=ContentDocumentLinks required noupdate cascade
  SystemModstamp datetime ro always
  ShareType picklist(V*|C|I)
  Visibility picklist(AllUsers*|InternalUsers|SharedUsers)

ContentWorkspace 058 "Library" "Libraries" Private undeletable
  Name string(255) required name
  Description textarea(1000)
  TagModel picklist(U*)
  IsRestrictContentTypes bool
  WorkspaceType picklist(R*|B)
  DeveloperName string(80)

EmailMessage 02s "Email Message" "Email Messages" ControlledByParent
  ParentId ref(Case) rel=Parent children=EmailMessages noupdate
  ActivityId ref(Task) rel=Activity noupdate
  TextBody longtext(131072)
  HtmlBody longtext(131072)
  Headers longtext(32000)
  Subject string(3000)
  FromName string(1000)
  FromAddress email
  ToAddress string(4000)
  CcAddress string(4000)
  BccAddress string(4000)
  Incoming bool
  HasAttachment bool ro
  Status picklist(0*|1|2|3|4|5)
  MessageDate datetime
  ReplyToEmailMessageId ref(EmailMessage) rel=ReplyToEmailMessage noupdate
  MessageIdentifier string(765) noupdate
  ThreadIdentifier string(765)
  IsClientManaged bool noupdate
  RelatedToId ref(Account,Asset,Campaign,Case,Contract,Opportunity,Order,Product2) rel=RelatedTo children=Emails custom
  IsTracked bool
  FirstOpenedDate datetime
  LastOpenedDate datetime
  IsBounced bool ro
  EmailTemplateId ref(EmailTemplate) rel=EmailTemplate
  ValidatedFromAddress picklist() noupdate
  ToIds junctionidlist
  CcIds junctionidlist
  BccIds junctionidlist

EmailMessageRelation 0CZ "Email Message Relation" "Email Message Relations" ControlledByParent noupdate
  EmailMessageId ref(EmailMessage) rel=EmailMessage children=EmailMessageRelations required noupdate cascade
  RelationId ref(Contact,Lead,User) rel=Relation children=EmailMessageRelations noupdate
  RelationType picklist(FromAddress|ToAddress|CcAddress|BccAddress|OtherAddress) required noupdate
  RelationAddress string(255) noupdate
  RelationObjectType picklist() ro

ListEmail 0XB "List Email" "List Emails" Private owner=
  Name string(255) required name
  Subject string(3000) required
  HtmlBody longtext(131072)
  TextBody longtext(131072)
  FromName string(121)
  FromAddress email
  Status picklist(Draft*|Scheduled|Sent|InProgress|Failed) required
  HasAttachment bool
  ScheduledDate datetime
  TotalSent int ro
  CampaignId ref(Campaign) rel=Campaign children=ListEmails
  RelatedToId ref(Account,Asset,Case,Contract,Opportunity,Order,Product2,Solution) rel=RelatedTo children=ListEmails
  IsTracked bool

ContentDistribution 05D "Content Delivery" "Content Deliveries" Private owner= undeletable
  ContentVersionId ref(ContentVersion) rel=ContentVersion children=ContentDistributions required noupdate cascade
  ContentDocumentId ref(ContentDocument) rel=ContentDocument children=ContentDistributions ro
  RelatedRecordId ref(Account,Campaign,Case,Contact,Lead,Opportunity) rel=RelatedRecord noupdate custom
  Name string(100) required name
  PreferencesAllowPDFDownload bool
  PreferencesAllowOriginalDownload bool
  PreferencesPasswordRequired bool
  PreferencesNotifyOnVisit bool
  PreferencesLinkLatestVersion bool
  PreferencesAllowViewInBrowser bool
  PreferencesExpires bool
  PreferencesNotifyRndtnComplete bool
  ExpiryDate datetime
  Password string(40) ro
  ViewCount int ro
  DistributionPublicUrl url ro
  ContentDownloadUrl url ro

AccountBrand 9Dc "Account Brand" "Account Brands" ReadWrite owner=
  Name string(80) required name
  AccountId ref(Account) rel=Account children=AccountBrands required
  CompanyName string(255)
  Email email
  Phone phone
  Website url
  LogoUrl url

ProcessInstanceWorkitem 04i "Approval Request" "Approval Requests" ControlledByParent readonly
  ProcessInstanceId ref(ProcessInstance) rel=ProcessInstance children=Workitems ro cascade
  OriginalActorId ref(Group,User) rel=OriginalActor ro
  ActorId ref(Group,User) rel=Actor ro
  ElapsedTimeInDays double(18,2) ro
  ElapsedTimeInHours double(18,2) ro
  ElapsedTimeInMinutes double(18,2) ro

ProcessInstanceStep 04h "Process Instance Step" "Process Instance Steps" ControlledByParent readonly
  ProcessInstanceId ref(ProcessInstance) rel=ProcessInstance children=Steps ro cascade
  StepStatus picklist(Approved|Rejected|Removed|Started|Pending) ro
  OriginalActorId ref(Group,User) rel=OriginalActor ro
  ActorId ref(Group,User) rel=Actor ro
  Comments textarea(4000) ro

QuickText 574 "Quick Text" "Quick Text" Private owner= queues recordtypes
  Name string(255) required name
  Message textarea(4096) required
  Category picklist(Greetings|FAQ|Closing)
  Channel multipicklist(Email|Portal|Phone|Task|Event|Internal|Social)
  IsInsertable bool
  SourceType picklist()

ContactPointAddress 8lW "Contact Point Address" "Contact Point Addresses" Private owner= queues
  Name string(255) required name
  ParentId ref(Account,Individual) rel=Parent children=ContactPointAddresses
  ActiveFromDate date
  ActiveToDate date
  BestTimeToContactEndTime time
  BestTimeToContactStartTime time
  BestTimeToContactTimezone picklist(America/Los_Angeles|GMT)
  IsPrimary bool
  Street textarea(255)
  City string(40)
  State string(80)
  PostalCode string(20)
  Country string(80)
  Latitude double(18,15)
  Longitude double(18,15)
  GeocodeAccuracy picklist(Address|NearAddress|Block|Street|ExtendedZip|Zip|Neighborhood|City|County|State|Unknown)
  Address address ro
  IsDefault bool
  PreferenceRank int
  UsageType picklist(Vacation|Temporary|Permanent)
  AddressType picklist(Billing|Shipping)
  IsThirdPartyAddress bool
  IsUndeliverable bool

ContactPointPhone 0ow "Contact Point Phone" "Contact Point Phones" Private owner= queues
  Name string(255) auto=CPP-{000000} name always
  ParentId ref(Account,Individual) rel=Parent children=ContactPointPhones
  ActiveFromDate date
  ActiveToDate date
  BestTimeToContactEndTime time
  BestTimeToContactStartTime time
  BestTimeToContactTimezone picklist(America/Los_Angeles|GMT)
  IsPrimary bool
  AreaCode string(10)
  TelephoneNumber phone required
  ExtensionNumber string(10)
  PhoneType picklist(Home|Mobile)
  IsSmsCapable bool
  FormattedInternationalPhoneNumber string(30) ro
  FormattedNationalPhoneNumber string(30) ro
  IsFaxCapable bool
  IsPersonalPhone bool
  IsBusinessPhone bool
  PreferenceRank int
  UsageType picklist(Vacation|Temporary|Permanent)

ContactPointEmail 9Vl "Contact Point Email" "Contact Point Emails" Private owner= queues
  Name string(255) auto=CPE-{000000} name always
  ParentId ref(Account,Individual) rel=Parent children=ContactPointEmails
  ActiveFromDate date
  ActiveToDate date
  IsPrimary bool
  EmailAddress email required
  EmailMailBox string(255)
  EmailDomain string(255)
  EmailLatestBounceDateTime datetime
  EmailLatestBounceReasonText string(255)
  PreferenceRank int
  UsageType picklist(Vacation|Temporary|Permanent)

FeedItem 0D5 "Feed Item" "Feed Items" ControlledByParent
  ParentId ref(Account,Asset,Campaign,Case,Contact,Contract,Event,Group,Lead,Opportunity,Order,Product2,Task,User) rel=Parent children=Feeds required noupdate cascade custom
  Type picklist(TextPost*|LinkPost|ContentPost|TrackedChange|QuestionPost|AdvancedTextPost) noupdate
  Title string(255)
  Body longtext(10000)
  LinkUrl url(1000)
  IsRichText bool
  RelatedRecordId string(18)
  Revision int
  LastEditById ref(User) rel=LastEditBy
  LastEditDate datetime
  CommentCount int ro
  LikeCount int ro
  IsClosed bool ro
  Status picklist(Published*|PendingReview|Draft)
  InsertedById ref(User) rel=InsertedBy ro

FeedComment 0D7 "Feed Comment" "Feed Comments" ControlledByParent
  FeedItemId ref(FeedItem) rel=FeedItem children=FeedComments required noupdate cascade
  ParentId string(18) ro
  CommentBody longtext(10000)
  CommentType picklist(TextComment*|ContentComment) noupdate
  IsRichText bool
  RelatedRecordId string(18)
  Status picklist(Published*|PendingReview|Draft)

CollaborationGroup 0F9 "Group" "Groups" ReadWrite owner=
  Name string(40) required name
  CollaborationType picklist(Public|Private|Unlisted) required
  Description textarea(1000)
  InformationTitle string(64)
  InformationBody longtext(4000)
  IsArchived bool
  CanHaveGuests bool
  MemberCount int ro

Topic 0TO "Topic" "Topics" ReadWrite undeletable
  Name string(99) required name
  Description textarea(255)
  TalkingAbout int ro

TopicAssignment 0d2 "Topic Assignment" "Topic Assignments" ControlledByParent
  TopicId ref(Topic) rel=Topic children=TopicAssignments required noupdate cascade
  EntityId ref(Account,Campaign,Case,Contact,Contract,Event,FeedItem,Lead,Opportunity,Order,Product2,Task) rel=Entity children=TopicAssignments required noupdate cascade custom
  EntityKeyPrefix string(3) ro
  EntityType string(40) ro

ProcessInstance 04g "Process Instance" "Process Instance" ControlledByParent readonly
  ProcessDefinitionId string(18) ro
  TargetObjectId ref(Account,Case,Contact,Contract,Lead,Opportunity,Order) rel=TargetObject children=ProcessInstances ro custom
  Status picklist(Approved|Rejected|Removed|Fault|Pending|Hold|Reassigned|NoResponse|Started) ro
  CompletedDate datetime ro
  LastActorId ref(User) rel=LastActor ro
  SubmittedById ref(User) rel=SubmittedBy ro

WorkOrder 0WO "Work Order" "Work Orders" ReadWrite owner= queues recordtypes
  WorkOrderNumber string(255) auto={00000000} name always
  AccountId ref(Account) rel=Account children=WorkOrders
  ContactId ref(Contact) rel=Contact children=WorkOrders
  CaseId ref(Case) rel=Case children=WorkOrders
  AssetId ref(Asset) rel=Asset children=WorkOrders
  ParentWorkOrderId ref(WorkOrder) rel=ParentWorkOrder children=ChildWorkOrders
  Subject string(255)
  Description longtext(32000)
  Status picklist(New*|In Progress|On Hold|Completed|Closed|Cannot Complete|Canceled)
  Priority picklist(Low*|Medium|High|Critical)
  StartDate datetime
  EndDate datetime

Entitlement 550 "Entitlement" "Entitlements" ControlledByParent
  Name string(255) required name
  AccountId ref(Account) rel=Account children=Entitlements required noupdate
  Type picklist(Phone Support|Web Support)
  StartDate date
  EndDate date
  Status picklist(Active|Expired|Inactive) ro

@share AccountShare 00r Account
  CaseAccessLevel picklist(None|Read|Edit)
  ContactAccessLevel picklist(None|Read|Edit)
  OpportunityAccessLevel picklist(None|Read|Edit)
@share ContactShare 03s Contact
@share LeadShare 01o Lead
@share OpportunityShare 00t Opportunity
@share CaseShare 01n Case
@share CampaignShare 08s Campaign
@share OrderShare 0ZV Order
@share AssetShare 0Ve Asset

@history AccountHistory 01C Account
@history ContactHistory 03d Contact
@history LeadHistory 00S Lead
@history CaseHistory 016 Case
@history OpportunityFieldHistory 017 Opportunity

BatchApexErrorEvent 0gH "Batch Apex Error Event" "Batch Apex Error Events" Read event nocreate
  AsyncApexJobId string(18)
  DoesExceedJobScopeMaxLength bool
  ExceptionType string(255)
  JobScope longtext(40000)
  Message longtext(5000)
  Phase string(20)
  RequestId string(36)
  StackTrace longtext(5000)

AsyncOperationEvent 0gI "Async Operation Event" "Async Operation Events" Read event nocreate
  CorrelationId string(36)
  OperationDetails longtext(5000)
  OperationId string(36)
  SourceEvent string(255)
  Status string(40)

FlowExecutionErrorEvent 0gJ "Flow Execution Error Event" "Flow Execution Error Events" Read event nocreate
  ContextObject string(255)
  ContextRecordId string(255)
  ElementApiName string(255)
  ElementType string(255)
  ErrorId string(255)
  ErrorMessage longtext(5000)
  EventDate datetime
  EventIdentifier string(36)
  EventType string(255)
  ExtendedErrorCode string(255)
  FlowApiName string(255)
  FlowExecutionEndDate datetime
  FlowExecutionStartDate datetime
  FlowNamespace string(255)
  FlowVersionId string(18)
  FlowVersionNumber int
  InterviewBatchId string(255)
  InterviewGuid string(100)
  InterviewStartDate datetime
  InterviewStartedById ref(User) rel=InterviewStartedBy
  ProcessType string(255)
  RelatedEventIdentifier string(36)
  StageQualifiedApiName string(255)
  UserId ref(User) rel=User
  Username string(80)

PlatformStatusAlertEvent 0gK "Platform Status Alert Event" "Platform Status Alert Events" Read event nocreate
  ComponentName string(255)
  RequestId string(36)
  ServiceName string(255)
  ServiceJobId string(18)
  StatusType string(40)
  Subject string(255)
`;

/** Parts of a compound address with the given prefix. */
export function addressLines(prefix: string): string {
  const part = prefix === 'Address' ? '' : prefix;
  return [
    `  ${part}Street textarea(255)`,
    `  ${part}City string(40)`,
    `  ${part}State string(80)`,
    `  ${part}PostalCode string(20)`,
    `  ${part}Country string(80)`,
    `  ${part}Latitude double(18,15)`,
    `  ${part}Longitude double(18,15)`,
    `  ${part}GeocodeAccuracy picklist(Address|NearAddress|Block|Street|ExtendedZip|Zip|Neighborhood|City|County|State|Unknown)`,
    `  ${part}Address address ro`
  ].join('\n');
}

/** Head and common fields of the sharing table of an object. */
export function shareLines(name: string, prefix: string, object: string): string {
  return [
    `${name} ${prefix} "${object} Share" "${object} Share" Read unaudited`,
    `  ${object}Id ref(${object}) rel=${object} children=Shares required noupdate cascade`,
    '  UserOrGroupId ref(Group,User) rel=UserOrGroup required noupdate',
    `  ${object}AccessLevel picklist(Read|Edit|All) required`,
    '  RowCause picklist(Owner|Manual*|Rule|ImplicitChild|ImplicitParent|Team) ro',
    '  LastModifiedDate datetime ro always',
    '  LastModifiedById ref(User) rel=LastModifiedBy ro always'
  ].join('\n');
}

/** Head and fields of the field history of an object. */
export function historyLines(name: string, prefix: string, object: string): string {
  return [
    `${name} ${prefix} "${object} History" "${object} History" ControlledByParent unaudited readonly`,
    `  ${object}Id ref(${object}) rel=${object} children=${object === 'Opportunity' ? 'FieldHistories' : 'Histories'} ro cascade`,
    '  CreatedById ref(User) rel=CreatedBy ro always',
    '  CreatedDate datetime ro always',
    '  Field picklist() ro',
    '  DataType string(40) ro',
    '  OldValue anyType ro',
    '  NewValue anyType ro'
  ].join('\n');
}

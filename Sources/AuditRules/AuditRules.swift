// AuditRules

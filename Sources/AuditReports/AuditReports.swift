// AuditReports

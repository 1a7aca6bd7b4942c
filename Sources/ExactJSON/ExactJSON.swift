// ExactJSON

// MediaProbe

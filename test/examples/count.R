# Counts with httr2 and reads the isochrone as a simple feature: install.packages(c("httr2", "sf"))
library(httr2)
url <- Sys.getenv("SERVICE_URL", "http://localhost:8787")

ask <- function(endpoint, ...) {
  request(url) |>
    req_url_path("api/v1", endpoint) |>
    req_url_query(...) |>
    req_auth_basic(Sys.getenv("API_KEY"), Sys.getenv("API_SECRET")) |>
    req_error(body = function(response) resp_body_json(response)$error) |>
    req_perform()
}

answer <- ask("livingcount", lon = 11.938, lat = 57.693, travel = "pedestrian", time = 120)
walk <- jsonlite::fromJSON(resp_body_string(answer), simplifyVector = FALSE)
# Where the roads of the data end too soon, the count is a lower bound.
at_least <- if (identical(resp_header(answer, "Isochrone-Cut"), "?1")) "at least " else ""
cat(at_least, walk$livingcount, " people live within two minutes' walk\n", sep = "")

isochrone <- sf::read_sf(jsonlite::toJSON(walk$isochrone, auto_unbox = TRUE, digits = NA))
cat(round(as.numeric(sf::st_area(isochrone))), "square metres\n")
